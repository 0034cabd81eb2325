#include "vfs.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECTOR_BYTES = 512, MOST_NAMES = 64, NAME_BYTES = 512 };

typedef struct File {
    sqlite3_file base;
    int name;           /* in names[]; -1: a passing file */
    sqlite3_file *real; /* behind this in memory */
} File;

/* One change that a power cut can take back: the bytes and the size from before it. */
typedef struct Change {
    int name;
    sqlite3_int64 offset, size_before;
    size_t n;
    unsigned char *before;
    bool is_delete;
    struct Change *next; /* the one before it */
} Change;

static struct {
    VfsFault fault;
    size_t at, calls;
    unsigned seed;
    bool fired;
    Change *changes;
    char names[MOST_NAMES][NAME_BYTES];
    int n_names;
} state;

static sqlite3_vfs *under;

const char *vfs_fault_text(VfsFault f)
{
    static const char *const texts[] = { "none",
#define X(name, text) text,
                                         VFS_FAULTS(X)
#undef X
    };
    return texts[f];
}

void vfs_arm(VfsFault f, size_t at, unsigned seed)
{
    state.fault = f;
    state.at = at;
    state.calls = 0;
    state.fired = false;
    state.seed = seed;
}

bool vfs_fired(void)
{
    return state.fired;
}

/* --- what a power cut takes back --- */

static int name_of(const char *path)
{
    if (!path)
        return -1;
    for (int i = 0; i < state.n_names; i++)
        if (strcmp(state.names[i], path) == 0)
            return i;
    if (state.n_names == MOST_NAMES)
        abort();
    snprintf(state.names[state.n_names], NAME_BYTES, "%s", path);
    return state.n_names++;
}

static void remember(int name, sqlite3_int64 offset, size_t n, bool is_delete)
{
    struct stat st = { 0 };
    if (state.fault != VFS_POWER_ALL && state.fault != VFS_POWER_SOME)
        return;
    int fd = name < 0 ? -1 : open(state.names[name], O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    fstat(fd, &st);
    Change *c = calloc(1, sizeof *c);
    *c = (Change){ .name = name, .offset = offset, .size_before = st.st_size, .is_delete = is_delete,
                   .next = state.changes };
    c->before = calloc(1, n + 1);
    ssize_t got = pread(fd, c->before, n, offset);
    c->n = got > 0 ? (size_t)got : 0;
    state.changes = c;
    close(fd);
}

/* All changes of a file are on the disk now. */
static void forget(int name, bool deletes)
{
    for (Change **c = &state.changes; *c;) {
        Change *done = *c;
        if (done->name != name || done->is_delete != deletes) {
            c = &done->next;
            continue;
        }
        *c = done->next;
        free(done->before);
        free(done);
    }
}

static unsigned dice(void)
{
    state.seed = state.seed * 1103515245u + 12345u;
    return state.seed >> 16;
}

static void take_back(const Change *c)
{
    int fd = open(state.names[c->name], O_RDWR | O_CLOEXEC | (c->is_delete ? O_CREAT : 0), 0600);
    if (fd < 0)
        return;
    for (size_t at = 0; at < c->n; at += SECTOR_BYTES) {
        size_t piece = c->n - at < SECTOR_BYTES ? c->n - at : SECTOR_BYTES;
        bool kept = state.fault == VFS_POWER_SOME && !c->is_delete && dice() % 2;
        if (!kept && pwrite(fd, c->before + at, piece, c->offset + (off_t)at) < 0)
            abort();
    }
    if (state.fault != VFS_POWER_SOME || c->is_delete || dice() % 2)
        if (ftruncate(fd, c->size_before) != 0)
            abort();
    close(fd);
}

void vfs_power_cut(VfsFault f)
{
    state.fault = f;
    for (const Change *c = state.changes; c; c = c->next)
        take_back(c);
    _exit(VFS_KILLED);
}

/* --- when --- */

typedef enum Call { CALL_WRITE, CALL_SYNC, CALL_READ, CALL_OPEN, CALL_DELETE, CALL_TRUNCATE, CALL_LOCK } Call;

static bool concerns(Call call)
{
    switch (state.fault) {
    case VFS_WRITE_FAILS:
    case VFS_DISK_FULL:
    case VFS_TORN_KILL:
        return call == CALL_WRITE;
    case VFS_SYNC_FAILS:
        return call == CALL_SYNC;
    case VFS_READ_FAILS:
        return call == CALL_READ;
    case VFS_OPEN_FAILS:
        return call == CALL_OPEN;
    case VFS_DELETE_FAILS:
        return call == CALL_DELETE;
    case VFS_TRUNCATE_FAILS:
        return call == CALL_TRUNCATE;
    case VFS_LOCK_FAILS:
        return call == CALL_LOCK;
    case VFS_KILL:
    case VFS_POWER_ALL:
    case VFS_POWER_SOME:
        return call == CALL_WRITE || call == CALL_SYNC || call == CALL_DELETE || call == CALL_TRUNCATE;
    default:
        return false;
    }
}

/* Does this call fail? Kills end here. */
static bool strike(Call call)
{
    if (!concerns(call) || ++state.calls < state.at)
        return false;
    if (state.calls > state.at && state.fault != VFS_DISK_FULL)
        return false;
    state.fired = true;
    if (state.fault == VFS_KILL)
        _exit(VFS_KILLED);
    if (state.fault == VFS_POWER_ALL || state.fault == VFS_POWER_SOME)
        vfs_power_cut(state.fault);
    return true;
}

/* --- files --- */

#define REAL(f) (((File *)(f))->real)
#define NAME(f) (((File *)(f))->name)

static int close_file(sqlite3_file *f)
{
    return REAL(f)->pMethods->xClose(REAL(f));
}

static int read_file(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
    return strike(CALL_READ) ? SQLITE_IOERR_READ : REAL(f)->pMethods->xRead(REAL(f), to, n, at);
}

static int write_file(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
    bool fails = strike(CALL_WRITE);
    if (fails && state.fault != VFS_TORN_KILL)
        return state.fault == VFS_DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    if (fails) {
        REAL(f)->pMethods->xWrite(REAL(f), from, n / 2 + 1, at);
        _exit(VFS_KILLED);
    }
    remember(NAME(f), at, (size_t)n, false);
    return REAL(f)->pMethods->xWrite(REAL(f), from, n, at);
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size)
{
    sqlite3_int64 now = 0;
    if (strike(CALL_TRUNCATE))
        return SQLITE_IOERR_TRUNCATE;
    REAL(f)->pMethods->xFileSize(REAL(f), &now);
    if (now > size)
        remember(NAME(f), size, (size_t)(now - size), false);
    return REAL(f)->pMethods->xTruncate(REAL(f), size);
}

static int sync_file(sqlite3_file *f, int flags)
{
    (void)flags; /* the test does not need the disk, only to know that it was asked for */
    if (strike(CALL_SYNC))
        return SQLITE_IOERR_FSYNC;
    forget(NAME(f), false);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return REAL(f)->pMethods->xFileSize(REAL(f), size);
}

static int lock(sqlite3_file *f, int level)
{
    return strike(CALL_LOCK) ? SQLITE_BUSY : REAL(f)->pMethods->xLock(REAL(f), level);
}

static int unlock(sqlite3_file *f, int level)
{
    return REAL(f)->pMethods->xUnlock(REAL(f), level);
}

static int is_reserved(sqlite3_file *f, int *out)
{
    return REAL(f)->pMethods->xCheckReservedLock(REAL(f), out);
}

static int control(sqlite3_file *f, int op, void *arg)
{
    return REAL(f)->pMethods->xFileControl(REAL(f), op, arg);
}

static int sector_size(sqlite3_file *f)
{
    (void)f;
    return SECTOR_BYTES;
}

static int characteristics(sqlite3_file *f)
{
    (void)f; /* a plain disk: no atomic writes, no safe appends */
    return 0;
}

static const sqlite3_io_methods methods = {
    1,           close_file, read_file,   write_file, truncate_file, sync_file,       file_size,
    lock,        unlock,     is_reserved, control,    sector_size,   characteristics, NULL,
    NULL,        NULL,       NULL,        NULL,       NULL,
};

static int open_file(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
    File *file = (File *)f;
    (void)v;
    file->base.pMethods = NULL;
    file->real = (sqlite3_file *)(file + 1);
    file->name = name_of(name);
    if (strike(CALL_OPEN))
        return SQLITE_CANTOPEN;
    int rc = under->xOpen(under, name, file->real, flags, out);
    if (rc == SQLITE_OK)
        file->base.pMethods = &methods;
    return rc;
}

static int delete_file(sqlite3_vfs *v, const char *name, int sync_folder)
{
    struct stat st = { 0 };
    int known = name_of(name);
    (void)v;
    if (strike(CALL_DELETE))
        return SQLITE_IOERR_DELETE;
    if (!sync_folder && stat(name, &st) == 0)
        remember(known, 0, (size_t)st.st_size, true);
    int rc = under->xDelete(under, name, 0);
    if (sync_folder)
        forget(known, true);
    forget(known, false); /* what was written to it is gone with it */
    return rc;
}

void vfs_install(void)
{
    static sqlite3_vfs shim;
    under = sqlite3_vfs_find(NULL);
    shim = *under;
    shim.zName = "faults";
    shim.szOsFile = (int)sizeof(File) + under->szOsFile;
    shim.xOpen = open_file;
    shim.xDelete = delete_file;
    sqlite3_vfs_register(&shim, 1);
}
