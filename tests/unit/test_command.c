/* Prompts, wrappers, loops, and text that only looks like a command. */
#include "check.h"

#include <string.h>

#include "ingest/command.h"

typedef struct Case {
    const char *text;
    CommandKind kind;
    const char *tool, *user, *host, *dir, *wrapper, *lead;
    uint32_t turns;
    size_t lines;
} Case;

/* clang-format off */
#define B COMMAND_BENCHMARK
static const Case cases[] = {
    { "[root@client1 ~]# time dd if=/dev/zero of=/m/x bs=16k", B, "dd", "root", "client1", "~", "time", "", 0, 1 },
    { "[root@c1:/data]$ ioping .", B, "ioping", "root", "c1", "/data", "", "", 0, 1 },
    { "root@omnios:/root# dd if=a of=b", B, "dd", "root", "omnios", "/root", "", "", 0, 1 },
    { "root@8a50:/hostmount# time dd if=/dev/zero of=test.dat", B, "dd", "root", "8a50", "/hostmount", "time", "", 0, 1 },
    { "root@truenas[/mnt/tank]# fio x.fio", B, "fio", "root", "truenas", "/mnt/tank", "", "", 0, 1 },
    { "user@host ~ % dd if=a of=b", B, "dd", "user", "host", "~", "", "", 0, 1 },
    { "hughesd at solaris:/var/tmp# bin/nfs-ops-response.d", B, "dtrace", "hughesd", "solaris", "/var/tmp", "", "", 0, 1 },
    { "host:~ # dd if=a of=b", B, "dd", "", "host", "~", "", "", 0, 1 },
    { "host% dd if=a of=b", B, "dd", "", "host", "", "", "", 0, 1 },
    { "/mnt/gluster-encfs$ dd if=/dev/urandom of=t bs=1M", B, "dd", "", "", "/mnt/gluster-encfs", "", "", 0, 1 },
    { "~]# dd if=a of=b", B, "dd", "", "", "~", "", "", 0, 1 },
    { "bash-4.2$ dd if=a of=b", B, "dd", "", "", "", "", "", 0, 1 },
    { "(venv) u@h:/x$ ioping -c 3 /", B, "ioping", "u", "h", "/x", "", "", 0, 1 },
    { "[12:33:45] u@h:/x$ ioping -c 3 /", B, "ioping", "u", "h", "/x", "", "", 0, 1 },
    { "C:\\x>fio --name=a", B, "fio", "", "", "C:\\x", "", "", 0, 1 },
    { "PS C:\\> fio --name=a", B, "fio", "", "", "C:\\", "", "", 0, 1 },
    { "^C[root@a ~]# ioping /", B, "ioping", "root", "a", "~", "", "", 0, 1 },
    { "# dd if=/dev/sdb of=/dev/null", B, "dd", "", "", "", "", "", 0, 1 },
    { "$ sudo ioping -R .", B, "ioping", "", "", "", "sudo", "", 0, 1 },
    { "mbp:~ joe$ dd if=/dev/zero of=x", B, "dd", "joe", "mbp", "~", "", "", 0, 1 },
    { "\xe2\x9e\x9c  data git:(main) \xe2\x9c\x97 dd if=a of=b", B, "dd", "", "", "data", "", "", 0, 1 },
    { "\xe2\x9d\xaf dd if=a of=b", B, "dd", "", "", "", "", "", 0, 1 },
    { "$ docker exec -it c1 dd if=a of=b", B, "dd", "", "c1", "", "docker exec -it c1", "", 0, 1 },
    { "kubectl exec pod-1 -- fio --name=a", B, "fio", "", "pod-1", "", "kubectl exec pod-1 --", "", 0, 1 },
    { "$ ssh -p 22 root@n1 dd if=a of=b", B, "dd", "", "n1", "", "ssh -p 22 root@n1", "", 0, 1 },
    { "$ timeout 30 dd if=a of=b", B, "dd", "", "", "", "timeout 30", "", 0, 1 },
    { "$ sync; dd if=a of=b", B, "dd", "", "", "", "", "", 0, 1 },
    { "sync; dd if=a of=b", B, "dd", "", "", "", "", "", 0, 1 },
    { "cd /mnt && dd if=a of=b", B, "dd", "", "", "", "", "", 0, 1 },
    { "dd if=/dev/zero of=x", B, "dd", "", "", "", "", "", 0, 1 },
    { "LC_ALL=C sudo nice -n 5 dd if=/dev/zero of=x", B, "dd", "", "", "", "LC_ALL=C sudo nice -n 5", "", 0, 1 },
    { "# for ((i=1;i<=10;i++)); do time dd if=a of=b; done", B, "dd", "", "", "", "time", "", 10, 1 },
    { "for i in 1 2 3; do dd if=a of=b; done", B, "dd", "", "", "", "", "", 3, 1 },
    { "$ for i in {1..5}; do\n  dd if=a of=b\ndone", B, "dd", "", "", "", "", "", 5, 3 },
    { "for i in 1 2; do\n  dd if=a of=b\ndone", B, "dd", "", "", "", "", "", 2, 3 },
    { "[r@h ~]# fio --direct=1 \n--gtod_reduce=1 --name=t --iodepth=64 --size=4G \n--rw=randrw", B, "fio", "r", "h", "~", "", "", 0, 3 },
    { "$ dd if=/dev/zero of=x \\\n bs=1M", B, "dd", "", "", "", "", "", 0, 2 },
    { "$ time dd if=/dev/zero of=/mnt/x\nbs=16k count=16384", B, "dd", "", "", "", "time", "", 0, 2 },
    { "+ dd if=a of=b", B, "dd", "", "", "", "", "", 0, 1 },
    { "sync=standard: `dd if=a of=b`", B, "dd", "", "", "", "", "sync=standard", 0, 1 },
    { "On mount point (`sudo ioping -c4 /`)", B, "ioping", "", "", "", "sudo", "On mount point", 0, 1 },
    { "With direct: `dd if=a of=b oflag=direct`", B, "dd", "", "", "", "", "With direct", 0, 1 },
    { "Command: dd if=a of=b", B, "dd", "", "", "", "", "", 0, 1 },
    { "[root@a ~]# echo mq-deadline > /sys/block/sda/queue/scheduler", COMMAND_STATE, "echo", "root", "a", "~", "", "", 0, 1 },
    { "[root@a ~]# mount", COMMAND_ENVIRONMENT, "mount", "root", "a", "~", "", "", 0, 1 },
    { "# mount -o noatime /dev/sdb /mnt", COMMAND_STATE, "mount", "", "", "", "", "", 0, 1 },
    { "# zpool status", COMMAND_ENVIRONMENT, "zpool", "", "", "", "", "", 0, 1 },
    { "# hdparm -W 0 /dev/sda", COMMAND_STATE, "hdparm", "", "", "", "", "", 0, 1 },
    { "ovios-shell> version", COMMAND_ENVIRONMENT, "version", "", "ovios-shell", "", "", "", 0, 1 },
    { "ovios-shell>", COMMAND_EMPTY, "", "", "ovios-shell", "", "", "", 0, 1 },
    { "[root@client1 ~]#", COMMAND_EMPTY, "", "root", "client1", "~", "", "", 0, 1 },
};

static const char *const no_commands[] = {
    "# ext4", "# Host mount in a container is painfully slow", "dd will help me find out the speed",
    "I used dd with bs=1M and it was slow", "time to write about it", "fio is a tool", "5 % of it",
    "268435456 bytes (268 MB) copied, 2.01766 s, 133 MB/s", "mail me at home: # or not",
    "someone@example.com> wrote this", "Note that \"dd bs=1M\" is cut:", "1. Use dd to test",
    "[OpenIndiana-discuss] OI vs U9 performance surprises", "ioping", "for comparison, a disk:",
};
/* clang-format on */

static bool read_command(const char *text, Document **d, Command *c)
{
    *d = document_new("x", 0);
    (*d)->bytes = (*d)->text = slice_of(text);
    return command_at(*d, lines_new(*d), 0, c);
}

static void commands_are_found_with_their_prompt(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *w = &cases[i];
        Document *d;
        Command c;
        if (!read_command(w->text, &d, &c))
            fail_msg("no command: %s", w->text);
        if (c.kind != w->kind || strcmp(c.tool, w->tool) || strcmp(c.user, w->user) ||
            strcmp(c.host, w->host) || strcmp(c.dir, w->dir) || strcmp(c.wrapper, w->wrapper) ||
            strcmp(c.lead, w->lead) || c.loop_turns != w->turns || c.lines != w->lines)
            fail_msg("%s: kind %d tool '%s' user '%s' host '%s' dir '%s' wrapper '%s' lead '%s' "
                     "turns %u lines %zu",
                     w->text, c.kind, c.tool, c.user, c.host, c.dir, c.wrapper, c.lead,
                     c.loop_turns, c.lines);
        document_free(d);
    }
}

static void prose_is_no_command(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof no_commands / sizeof *no_commands; i++) {
        Document *d;
        Command c;
        if (read_command(no_commands[i], &d, &c))
            fail_msg("a command: %s", no_commands[i]);
        document_free(d);
    }
}

static void operands_are_looked_up_by_name(void **state)
{
    (void)state;
    Document *d;
    Command c;
    assert_true(read_command("$ fio --rw=read --bs 4k --size='1 G' -direct=1", &d, &c));
    assert_string_equal(command_option(&c, "rw"), "read");
    assert_string_equal(command_option(&c, "bs"), "4k");
    assert_string_equal(command_option(&c, "size"), "1 G");
    assert_string_equal(command_option(&c, "direct"), "1");
    assert_null(command_option(&c, "iodepth"));
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_found_with_their_prompt),
        cmocka_unit_test(prose_is_no_command),
        cmocka_unit_test(operands_are_looked_up_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
