/* A helper program gets limits, three descriptors, next to no environment; what it does wrong is an error. */
#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/child.h"

extern char **environ;
static char own_name[256];

/* --- as the helper: this program again --- */

static void say_limits(void)
{
    static const int resources[] = { RLIMIT_AS, RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_NPROC };
    for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
        struct rlimit r = { 0 };
        getrlimit(resources[i], &r);
        printf("%llu/%llu ", (unsigned long long)r.rlim_cur, (unsigned long long)r.rlim_max);
    }
    for (int fd = 0; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            printf("fd%d ", fd);
    for (char **e = environ; *e; e++)
        printf("%.6s ", *e);
    printf("%s\n", getenv("HOME") || getenv("SECRET") ? "home" : "homeless");
}

static int be_helper(const char *what)
{
    char line[64] = "";
    if (strcmp(what, "limits") == 0)
        say_limits();
    else if (strcmp(what, "echo") == 0)
        printf("<%s>", fgets(line, sizeof line, stdin) ? line : "");
    else if (strcmp(what, "fail") == 0)
        return 3;
    else if (strcmp(what, "crash") == 0)
        raise(SIGSEGV);
    else if (strcmp(what, "write") == 0)
        return write(open("/tmp/plimsoll-must-not-be", O_WRONLY | O_CREAT | O_CLOEXEC, 0600), "x", 1) == 1 ? 0 : 4;
    else if (strcmp(what, "sleep") == 0)
        sleep(20);
    else if (strcmp(what, "spin") == 0)
        for (volatile unsigned long i = 0;; i++)
            continue;
    else if (strcmp(what, "flood") == 0)
        for (;;)
            puts("more and more and more");
    return 0;
}

/* --- as the one who starts it --- */

static const ChildLimits few = { .memory_bytes = 200000000, .cpu_s = 1, .wall_s = 2, .output_bytes = 100000 };

/* What it says lives in `a`. */
static bool start(Arena *a, const char *what, Slice *said, Error *err)
{
    const char *const args[] = { "--helper", what, NULL };
    Spool *out = spool_new(a);
    return child_run(own_name, args, SLICE("a line\n"), &few, out, err) && spool_bytes(out, said, err);
}

static void it_reads_its_input_and_is_read(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Slice said;
    Error err = { 0 };
    if (!start(a, "echo", &said, &err))
        fail_msg("%s", err.text);
    assert_true(slice_is(said, "<a line\n>"));
    arena_free(a);
}

static void limits_are_set_and_nothing_is_inherited(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Slice said, memory;
    Error err = { 0 };
    int open_here = open("/dev/null", O_RDONLY); /* not even with O_CLOEXEC */
    setenv("SECRET", "word", 1);
    if (!start(a, "limits", &said, &err))
        fail_msg("%s", err.text);
    close(open_here);
    assert_true(slice_until(&said, SLICE(" "), &memory));
#ifndef __SANITIZE_ADDRESS__
    assert_true(slice_is(memory, "200000000/200000000"));
#endif
    if (!slice_is(said, "1/1 0/0 0/0 16/16 0/0 fd0 fd1 fd2 LC_ALL ASAN_O homeless\n"))
        fail_msg("%.*s", (int)said.n, said.p);
    arena_free(a);
}

static void what_goes_wrong_is_an_error(void **state)
{
    (void)state;
    static const struct {
        const char *what, *says;
        ErrorCode code;
    } cases[] = {
        { "fail", "failed", ERR_INPUT },
        { "write", NULL, ERR_INPUT },
        { "sleep", "longer than 2 seconds", ERR_LIMIT },
        { "spin", NULL, ERR_LIMIT }, /* a signal; on a busy machine its time is over first */
        { "flood", "more than 100000 bytes", ERR_LIMIT },
#ifndef __SANITIZE_ADDRESS__
        { "crash", "signal 11", ERR_LIMIT },
#endif
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Arena *a = arena_new(0);
        Slice said;
        Error err = { 0 };
        assert_false(start(a, cases[i].what, &said, &err));
        if (cases[i].says && !strstr(err.text, cases[i].says))
            fail_msg("%s: %s", cases[i].what, err.text);
        if (cases[i].says)
            assert_int_equal(err.code, cases[i].code);
        arena_free(a);
    }
    unlink("/tmp/plimsoll-must-not-be");
}

static void one_that_is_not_there_is_said_so(void **state)
{
    (void)state;
    static const char *const args[] = { NULL };
    Arena *a = arena_new(0);
    Error err = { 0 };
    assert_false(child_run("plimsoll-nothing", args, SLICE(""), &few, spool_new(a), &err));
    assert_non_null(strstr(err.text, "not installed"));
    arena_free(a);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--helper") == 0)
        return be_helper(argv[2]);
    signal(SIGXFSZ, SIG_IGN); /* as the program does, and hands on: a helper may not write any file */
    const char *slash = strrchr(argv[0], '/');
    snprintf(own_name, sizeof own_name, "%s", slash ? slash + 1 : argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_reads_its_input_and_is_read),
        cmocka_unit_test(limits_are_set_and_nothing_is_inherited),
        cmocka_unit_test(what_goes_wrong_is_an_error),
        cmocka_unit_test(one_that_is_not_there_is_said_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
