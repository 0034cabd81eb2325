/* Facts of the machine reach the runs they speak of, and no others. */
#include "check.h"

#include <string.h>

#include "ingest/reader.h"

#define DD(seconds, rate)                                                                         \
    "16384+0 records in\n16384+0 records out\n268435456 bytes (268 MB, 256 MiB) copied, " seconds \
    " s, " rate "\n"
#define WRITE(path) "$ dd if=/dev/zero of=" path " bs=16k count=16384\n"
#define OS_RELEASE(name, id) \
    "$ cat /etc/os-release\nNAME=\"" name "\"\nVERSION=\"x\"\nID=y\nVERSION_ID=\"" id "\"\n"

typedef struct Case {
    const char *text;
    size_t run;
    const char *key, *value; /* NULL: must be absent */
} Case;

static const Case cases[] = {
    /* of the document */
    { OS_RELEASE("Debian GNU/Linux", "12") "\n" WRITE("/m/f") DD("2.01766", "133 MB/s"), 0, "os",
      "Debian GNU/Linux" },
    { OS_RELEASE("Debian GNU/Linux", "12") "\n" WRITE("/m/f") DD("2.01766", "133 MB/s"), 0,
      "os_version", "12" },
    { "$ uname -a\nLinux h 5.10.0-8-amd64 #1 SMP Debian x86_64 GNU/Linux\n\n" WRITE("/m/f")
          DD("2.01766", "133 MB/s"),
      0, "kernel", "5.10.0-8-amd64" },
    { "$ uname -r\n6.1.0-7\n\n" WRITE("/m/f") DD("2.01766", "133 MB/s"), 0, "kernel", "6.1.0-7" },
    { "$ cat /etc/redhat-release\nCentOS Linux release 7.6.1810 (Core)\n\n" WRITE("/m/f")
          DD("2.01766", "133 MB/s"),
      0, "os_version", "7.6.1810" },
    { "$ virsh dominfo x\nMax memory: 4096000 KiB\n\n" WRITE("/m/f") DD("2.01766", "133 MB/s"), 0,
      "memory", "4194304000" },
    /* of a section */
    { "## A\n" OS_RELEASE("Alpha", "1") "\n" WRITE("/m/f")
          DD("2.01766", "133 MB/s") "## B\n" OS_RELEASE("Beta", "2") "\n" WRITE("/m/f")
              DD("2.11766", "127 MB/s"),
      0, "os", "Alpha" },
    { "## A\n" OS_RELEASE("Alpha", "1") "\n" WRITE("/m/f")
          DD("2.01766", "133 MB/s") "## B\n" OS_RELEASE("Beta", "2") "\n" WRITE("/m/f")
              DD("2.11766", "127 MB/s"),
      1, "os", "Beta" },
    { "## A\n" OS_RELEASE("Alpha", "1") "\n" WRITE("/m/f")
          DD("2.01766", "133 MB/s") "## B\n" WRITE("/m/f") DD("2.11766", "127 MB/s"),
      1, "os", NULL },
    /* a section that comes again under the same name */
    { "Alpha:\n" OS_RELEASE("Alpha Linux", "1") "\nBeta:\n" OS_RELEASE(
          "Beta Linux", "2") "\nThe test:\n\nALPHA:\n" WRITE("/m/f")
          DD("2.01766", "133 MB/s") "BETA:\n" WRITE("/m/f") DD("2.11766", "127 MB/s"),
      1, "os", "Beta Linux" },
    /* mounts belong to what lies below them */
    { "srv:/a on /mnt/a type nfs4 (rw,vers=4.2)\nsrv:/b on /mnt/b type nfs (rw,vers=3)\n\n" WRITE(
          "/mnt/b/f") DD("2.01766", "133 MB/s"),
      0, "fs", "nfs" },
    { "$ df -h\nFilesystem Size Used Avail Use% Mounted on\n/dev/sdl 50G 33M 50G 1% "
      "/media/lun\n\n" WRITE("/media/lun/f") DD("2.01766", "133 MB/s"),
      0, "device", "/dev/sdl" },
    { "$ df -h\nFilesystem Size Used Avail Use% Mounted on\n/dev/sdl 50G 33M 50G 1% "
      "/media/lun\n\n" WRITE("/media/lunar/f") DD("2.01766", "133 MB/s"),
      0, "device", NULL },
    /* prose and scripts say nothing */
    { "NAME=\"x\"\n\n" WRITE("/m/f") DD("2.01766", "133 MB/s"), 0, "kernel", NULL },
    { "The new release 5 is out\n\n" WRITE("/m/f") DD("2.01766", "133 MB/s"), 0, "os", NULL },
};

static void facts_reach_the_runs_they_speak_of(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        Document *d = document_new("x", 0);
        d->bytes = slice_of(c->text);
        Error err = { 0 };
        assert_true(reader_read(d, NULL, &err));
        assert_true(d->runs.n > c->run);
        const char *got = run_fact(d->runs.v[c->run], "", c->key);
        if (c->value ? !got || strcmp(got, c->value) != 0 : got != NULL)
            fail_msg("%s\n%s is '%s'", c->text, c->key, got ? got : "absent");
        document_free(d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(facts_reach_the_runs_they_speak_of) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
