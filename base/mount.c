#include "base/mount.h"

#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <sys/vfs.h>
#else
#include <sys/param.h>
#include <sys/mount.h>
#endif

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

#ifdef __linux__
static const char *network_of(const struct statfs *st)
{
    return mount_network_name((unsigned long)st->f_type);
}
#else
/* The BSDs give a name. */
static const char *network_of(const struct statfs *st)
{
    static const char *const known[][2] = { { "nfs", "NFS" }, { "smbfs", "SMB" }, { "p9fs", "9P" }, { "fusefs.sshfs", "SSHFS" } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(st->f_fstypename, known[i][0]) == 0)
            return known[i][1];
    return NULL;
}
#endif

const char *mount_network(const char *path)
{
    char folder[PATH_BYTES];
    struct statfs st;
    if (statfs(path, &st) == 0)
        return network_of(&st);
    if (snprintf(folder, sizeof folder, "%s", path) >= PATH_BYTES)
        return NULL;
    char *slash = strrchr(folder, '/');
    if (slash)
        *(slash == folder ? slash + 1 : slash) = '\0';
    return statfs(slash ? folder : ".", &st) == 0 ? network_of(&st) : NULL;
}
