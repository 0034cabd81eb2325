/* What commands between runs set: each a cause for another label. */
#include "check.h"

#include <string.h>

#include "ingest/state.h"

/* "key=value key=value" */
static void settings_of(const char *line, char *said, size_t n)
{
    Document *d = document_new("t", 0);
    Setting set[MOST_SETTINGS];
    Command c;
    d->bytes = d->text = slice_of(arena_printf(d->arena, "root@h:/x# %s\n", line));
    bool there = command_at(d, lines_new(d), 0, &c);
    size_t count = there ? state_settings(d->arena, &c, set) : 0, used = 0;
    said[0] = '\0';
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(said + used, n - used, "%s%s=%s", i ? " | " : "", set[i].key, set[i].value);
    document_free(d);
}

static void commands_say_what_they_set(void **state)
{
    (void)state;
    static const struct {
        const char *line, *settings;
    } cases[] = {
        { "echo none > /sys/block/sda/queue/scheduler", "scheduler=none" },
        { "echo 64M | sudo tee /proc/sys/vm/dirty_bytes", "dirty_bytes=64M" },
        { "echo 3 > /proc/sys/vm/drop_caches", "" },
        { "echo hello > notes.txt", "" },
        { "echo 1G > memory.max", "memory.max=1G" },
        { "sysctl vm.dirty_ratio=40", "vm.dirty_ratio=40" },
        { "sysctl -w vm.swappiness=0", "vm.swappiness=0" },
        { "zfs set sync=disabled tank", "sync=disabled" },
        { "blockdev --setra 4096 /dev/sda", "readahead=4096" },
        { "hdparm -W0 /dev/sda", "write cache=0" },
        { "hdparm -W 1 /dev/sda", "write cache=1" },
        { "ip link set eth0 mtu 9000", "mtu=9000" },
        { "ethtool -K eth0 tso off gro on", "tso=off | gro=on" },
        { "systemctl stop irqbalance", "irqbalance=stop" },
        { "service cron stop", "cron=stop" },
        { "systemctl status cron", "" },
        { "tuned-adm profile throughput-performance", "tuned=throughput-performance" },
        { "mkfs.xfs -m reflink=0 /dev/sdb1", NULL },
        { "ls -l", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char said[400];
        settings_of(cases[i].line, said, sizeof said);
        if (cases[i].settings ? strcmp(said, cases[i].settings) != 0 : strncmp(said, "fs=xfs", 6) != 0)
            fail_msg("%s: '%s'", cases[i].line, said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(commands_say_what_they_set) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
