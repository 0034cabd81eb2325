#include "base/mount.h"

#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>

enum { PATH_BYTES = 4096 };

const char *mount_network_name(unsigned long type)
{
    /* statfs(2), linux/magic.h; the kernel gives 32 bits. */
    static const struct {
        unsigned long type;
        const char *name;
    } known[] = {
        { 0x6969, "NFS" },          { 0x517b, "SMB" },          { 0xff534d42, "CIFS" },
        { 0xfe534d42, "SMB" },      { 0x01021997, "9P" },       { 0x00c36400, "Ceph" },
        { 0x5346414f, "AFS" },      { 0x6b414653, "AFS" },      { 0x73757245, "Coda" },
        { 0x0bd00bd0, "Lustre" },   { 0x47504653, "GPFS" },     { 0x564c, "NCP" },
        { 0x19830326, "FhGFS" },    { 0xaad7aaea, "PanFS" },    { 0x013111a8, "IBRIX" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].type == (type & 0xffffffff))
            return known[i].name;
    return NULL;
}

const char *mount_network(const char *path)
{
    char folder[PATH_BYTES];
    struct statfs st;
    if (statfs(path, &st) == 0)
        return mount_network_name((unsigned long)st.f_type);
    if (snprintf(folder, sizeof folder, "%s", path) >= PATH_BYTES)
        return NULL;
    char *slash = strrchr(folder, '/');
    if (slash)
        *(slash == folder ? slash + 1 : slash) = '\0';
    return statfs(slash ? folder : ".", &st) == 0 ? mount_network_name((unsigned long)st.f_type) : NULL;
}
