/* What stands behind calls beyond POSIX: the calls themselves, and the ways to do without them. */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/portable.h"

/* The same file a second time, as it is where only POSIX is. */
bool posix_pipe(int ends[2]);
void posix_close_from(int first);
int posix_scratch_file(void);
int posix_disk_file(void);
void posix_let_go(char *map, size_t bytes, int fd);
bool posix_rename_new(const char *from, const char *to);
bool posix_own_path(char *path, size_t size);
#define PORTABLE_POSIX_ONLY 1
#define portable_pipe posix_pipe
#define portable_close_from posix_close_from
#define portable_scratch_file posix_scratch_file
#define portable_disk_file posix_disk_file
#define portable_let_go posix_let_go
#define portable_rename_new posix_rename_new
#define portable_own_path posix_own_path
#include "base/portable.c"
#undef portable_pipe
#undef portable_close_from
#undef portable_scratch_file
#undef portable_disk_file
#undef portable_let_go
#undef portable_rename_new
#undef portable_own_path

static const struct {
    bool (*pipe)(int ends[2]);
    void (*close_from)(int first);
    int (*scratch_file)(void), (*disk_file)(void);
    void (*let_go)(char *map, size_t bytes, int fd);
    bool (*rename_new)(const char *from, const char *to);
    bool (*own_path)(char *path, size_t size);
} ways[] = {
    { portable_pipe, portable_close_from, portable_scratch_file, portable_disk_file, portable_let_go,
      portable_rename_new, portable_own_path },
    { posix_pipe, posix_close_from, posix_scratch_file, posix_disk_file, posix_let_go, posix_rename_new, posix_own_path },
};

#define EACH_WAY (size_t w = 0; w < sizeof ways / sizeof *ways; w++)

static void pipes_and_scratch_files_are_closed_on_exec(void **state)
{
    (void)state;
    for EACH_WAY {
        int ends[2], fd = ways[w].scratch_file();
        char back[4] = "";
        assert_true(ways[w].pipe(ends));
        assert_true(fcntl(ends[0], F_GETFD) & FD_CLOEXEC);
        assert_true(fcntl(ends[1], F_GETFD) & FD_CLOEXEC);
        assert_true(fd >= 0 && fcntl(fd, F_GETFD) & FD_CLOEXEC);
        assert_int_equal(write(fd, "abc", 3), 3);
        assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
        assert_int_equal(read(fd, back, 3), 3);
        assert_string_equal(back, "abc");
        close(fd);
        close(ends[0]);
        close(ends[1]);
    }
}

static void a_scratch_file_has_no_name(void **state)
{
    (void)state;
    for EACH_WAY {
        struct stat st;
        int fd = ways[w].scratch_file(), disk = ways[w].disk_file();
        assert_int_equal(fstat(fd, &st), 0);
        assert_int_equal(st.st_nlink, 0);
        assert_int_equal(fstat(disk, &st), 0);
        assert_int_equal(st.st_nlink, 0);
        assert_int_equal(st.st_mode & 077, 0); /* for its owner alone */
        close(fd);
        close(disk);
    }
}

static void what_is_let_go_comes_back(void **state)
{
    (void)state;
    enum { BYTES = 100000 };
    for EACH_WAY {
        char text[BYTES];
        int fd = ways[w].disk_file();
        memset(text, 'x', BYTES);
        assert_int_equal(write(fd, text, BYTES), BYTES);
        char *map = mmap(NULL, BYTES, PROT_READ, MAP_PRIVATE, fd, 0);
        assert_true(map != MAP_FAILED);
        for (int round = 0; round < 3; round++) {
            assert_memory_equal(map, text, BYTES);
            ways[w].let_go(map, BYTES, fd);
        }
        munmap(map, BYTES);
        close(fd);
    }
}

static void a_rename_never_replaces(void **state)
{
    (void)state;
    for EACH_WAY {
        char from[] = "/tmp/plimsoll-from.XXXXXX", to[64];
        struct stat st;
        int fd = mkstemp(from);
        assert_true(fd >= 0);
        snprintf(to, sizeof to, "%s.to", from);
        assert_true(ways[w].rename_new(from, to));
        assert_int_equal(stat(to, &st), 0);
        assert_int_not_equal(stat(from, &st), 0);
        int other = open(from, O_CREAT | O_WRONLY, 0600);
        assert_true(other >= 0);
        assert_false(ways[w].rename_new(from, to));
        assert_int_equal(errno, EEXIST);
        assert_int_equal(stat(from, &st), 0);
        close(fd);
        close(other);
        unlink(from);
        unlink(to);
    }
}

static void all_descriptors_from_one_on_are_closed(void **state)
{
    (void)state;
    for EACH_WAY {
        pid_t child = fork();
        int status = 0;
        if (child == 0) {
            dup2(STDERR_FILENO, 7);
            dup2(STDERR_FILENO, 30);
            ways[w].close_from(8);
            _exit(fcntl(7, F_GETFD) >= 0 && fcntl(30, F_GETFD) < 0 ? 0 : 1);
        }
        assert_true(child > 0);
        waitpid(child, &status, 0);
        assert_int_equal(status, 0);
    }
}

static void the_program_finds_itself(void **state)
{
    (void)state;
    for EACH_WAY {
        char path[4096] = "";
        assert_true(ways[w].own_path(path, sizeof path));
        assert_non_null(strstr(path, "test_portable"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipes_and_scratch_files_are_closed_on_exec),
        cmocka_unit_test(a_scratch_file_has_no_name),
        cmocka_unit_test(what_is_let_go_comes_back),
        cmocka_unit_test(a_rename_never_replaces),
        cmocka_unit_test(all_descriptors_from_one_on_are_closed),
        cmocka_unit_test(the_program_finds_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
