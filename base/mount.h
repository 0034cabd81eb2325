/* mount.h - what kind of file system a file stands on. */
#ifndef BASE_MOUNT_H
#define BASE_MOUNT_H

/*
 * "NFS", "SMB" and the like when a file, or the folder it would stand in, is on another machine; NULL
 * when it is not, or nobody knows.
 */
const char *mount_network(const char *path);
const char *mount_network_name(unsigned long type); /* of statfs(2) */

#endif
