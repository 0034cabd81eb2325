#include "blocks.h"

#include <stdarg.h>

#include "random.h"

void gen_printf(Gen *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vfprintf(g->out, format, args);
    va_end(args);
    g->written += n > 0 ? (uint64_t)n : 0;
}

static unsigned in(Gen *g, unsigned least, unsigned most)
{
    return random_in(&g->random, least, most);
}

/* --- prose --- */

static const char *const words[] = {
    "the",     "server",  "a",        "was",     "much",    "slower",   "than",   "before",   "and",
    "we",      "mounted", "it",       "again",   "with",    "another",  "option", "because",  "nothing",
    "helped",  "volume",  "client",   "network", "writes",  "of",       "small",  "files",    "take",
    "longer",  "when",    "cache",    "is",      "full",    "I",        "have",   "tried",    "every",
    "setting", "that",    "somebody", "on",      "list",    "proposed", "but",    "latency",  "stays",
    "disks",   "in",      "pool",     "are",     "new",     "controller", "old",  "firmware", "still",
};

static const char *word(Gen *g)
{
    return words[in(g, 0, sizeof words / sizeof *words - 1)];
}

static void sentence(Gen *g)
{
    unsigned n = in(g, 6, 18), wrap = in(g, 0, 3);
    for (unsigned i = 0; i < n; i++)
        gen_printf(g, "%s%s%s", word(g), i == n / 2 && wrap == 1 ? "," : "",
                   i + 1 == n ? "." : i % 12 == 11 ? "\n" : " ");
    if (in(g, 0, 19) == 0)
        gen_printf(g, " It has %u GB and %u disks.", in(g, 1, 512), in(g, 1, 60));
    gen_printf(g, "\n");
}

void blocks_prose(Gen *g)
{
    for (unsigned n = in(g, 2, 6); n-- > 0;)
        sentence(g);
    gen_printf(g, "\n");
}

void blocks_heading(Gen *g)
{
    gen_printf(g, "%u. %s %s %u\n\n", in(g, 1, 99), word(g), word(g), in(g, 1, 9999));
}

/* --- results --- */

static void dd(Gen *g)
{
    unsigned count = in(g, 1000, 60000);
    double bytes = 65536.0 * count, seconds = in(g, 1000000, 90000000) / 1e6;
    gen_printf(g, "[root@client%u ~]# time dd if=/dev/zero of=/mnt/v%u/testfile bs=64k count=%u\n", in(g, 1, 9),
               in(g, 1, 9), count);
    gen_printf(g, "%u+0 records in\n%u+0 records out\n", count, count);
    gen_printf(g, "%.0f bytes (%.0f MB) copied, %.5f s, %.0f MB/s\n", bytes, bytes / 1e6, seconds,
               bytes / 1e6 / seconds);
    gen_printf(g, "\nreal\t%um%.3fs\nuser\t0m0.0%02us\nsys\t0m%u.%03us\n\n", (unsigned)seconds / 60,
               seconds - 60 * ((unsigned)seconds / 60), in(g, 10, 99), in(g, 0, 2), in(g, 0, 999));
}

static void ioping(Gen *g)
{
    unsigned n = in(g, 4, 20), us = in(g, 150, 4000), sum = 0;
    gen_printf(g, "$ ioping -c %u /mnt/v%u\n", n, in(g, 1, 9));
    for (unsigned i = 1; i <= n; i++) {
        unsigned t = us + in(g, 0, 99);
        sum += t;
        gen_printf(g, "4 KiB <<< /mnt/v (ext4 /dev/sda1): request=%u time=%u us\n", i, t);
    }
    gen_printf(g, "\n--- /mnt/v (ext4 /dev/sda1) ioping statistics ---\n");
    gen_printf(g, "%u requests completed in %.2f ms, %u KiB read, %u iops, %.2f MiB/s\n", n, sum / 1e3, 4 * n,
               n * 1000000 / sum, n * 4096e6 / sum / 1048576);
    gen_printf(g, "generated %u requests in %u.%02u s, %u KiB, 1 iops, 4 KiB/s\n", n, n - 1, in(g, 0, 9), 4 * n);
    gen_printf(g, "min/avg/max/mdev = %u us / %u us / %u us / %u us\n\n", us, sum / n, us + 99, in(g, 5, 60));
}

static void fio_side(Gen *g, const char *side)
{
    static const char *const percentiles[] = { " 1.00", " 5.00", "10.00", "50.00", "90.00", "95.00",
                                               "99.00", "99.50", "99.90", "99.99" };
    unsigned iops = in(g, 100, 9999), us = in(g, 50, 900);
    gen_printf(g, "  %s: IOPS=%u, BW=%uKiB/s (%.0fkB/s)(%uMiB/60001msec)\n", side, iops, 4 * iops, 4.096 * iops,
               iops * 4 * 60 / 1024);
    gen_printf(g, "    clat (usec): min=%u, max=%u, avg=%u.%02u, stdev=%u.%02u\n", us / 4, us * 90, us, in(g, 0, 99),
               us / 3, in(g, 0, 99));
    gen_printf(g, "    clat percentiles (usec):\n     |");
    for (unsigned i = 0; i < 10; i++)
        gen_printf(g, " %sth=[%5u]%s", percentiles[i], us / 4 + (i + 1) * us / 5,
                   i == 9 ? "\n" : i == 4 ? ",\n     |" : ",");
    gen_printf(g, "   bw (  KiB/s): min=%5u, max=%5u, per=100.00%%, avg=%u.%02u, stdev=%u.73, samples=119\n", 3 * iops,
               5 * iops, 4 * iops, in(g, 0, 99), iops / 8);
}

static void fio(Gen *g)
{
    gen_printf(g, "$ fio --name=mix%u --rw=randrw --bs=4k --size=16m --direct=1 --ioengine=libaio --iodepth=%u\n",
               in(g, 1, 9), in(g, 1, 64));
    gen_printf(g, "mix: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
                  "ioengine=libaio, iodepth=4\nfio-3.33\nStarting 1 process\n\n");
    gen_printf(g, "mix: (groupid=0, jobs=1): err= 0: pid=%u: Mon Nov 30 07:24:40 2020\n", in(g, 1000, 32000));
    fio_side(g, "read");
    fio_side(g, "write");
    gen_printf(g, "  cpu          : usr=%u.05%%, sys=%u.48%%, ctx=%u, majf=0, minf=37\n", in(g, 0, 20), in(g, 0, 40),
               in(g, 100, 99999));
    gen_printf(g, "     issued rwts: total=%u,%u,0,0 short=0,0,0,0 dropped=0,0,0,0\n\n", in(g, 1000, 99999),
               in(g, 1000, 99999));
}

static void bonnie(Gen *g)
{
    gen_printf(g,
               "Version  1.96       ------Sequential Output------ --Sequential Input- --Random-\n"
               "Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
               "Machine        Size K/sec %%CP K/sec %%CP K/sec %%CP K/sec %%CP K/sec %%CP  /sec %%CP\n");
    gen_printf(g, "host%-3u         16G %5u  %2u %5u  %2u %5u  %2u %5u  %2u %5u  %2u %5.1f  %2u\n", in(g, 1, 99),
               in(g, 100, 999), in(g, 10, 99), in(g, 10000, 99999), in(g, 10, 99), in(g, 10000, 99999), in(g, 10, 99),
               in(g, 100, 9999), in(g, 10, 99), in(g, 10000, 99999), in(g, 10, 99), in(g, 1000, 9999) / 10.0,
               in(g, 10, 99));
    gen_printf(g, "Latency             %5uus %5ums %5ums %6uus %5ums %5ums\n\n", in(g, 1000, 99999), in(g, 100, 9999),
               in(g, 100, 9999), in(g, 1000, 99999), in(g, 10, 999), in(g, 10, 999));
}

static void dtrace(Gen *g)
{
    gen_printf(g, "# dtrace -n 'io:::start { @[execname] = quantize(arg0); }'\n"
                  "dtrace: description 'io:::start ' matched 6 probes\n^C\n\n");
    gen_printf(g, "  nfsd%u\n           value  ------------- Distribution ------------- count\n", in(g, 1, 99));
    unsigned n = in(g, 4, 10);
    for (unsigned i = 0; i < n; i++)
        gen_printf(g, "        %8u |@@@@@                                    %u\n", 512u << i, in(g, 1, 99999));
    gen_printf(g, "\n");
}

static void table(Gen *g)
{
    gen_printf(g, "config         write      read\n");
    for (unsigned i = 0, n = in(g, 3, 6); i < n; i++)
        gen_printf(g, "volume %-4u    %3u MB/s   %3u MB/s\n", in(g, 1, 999), in(g, 20, 900), in(g, 20, 900));
    gen_printf(g, "\n");
}

void blocks_result(Gen *g)
{
    static void (*const tools[])(Gen *) = { dd, ioping, fio, bonnie, dtrace, table };
    tools[in(g, 0, sizeof tools / sizeof *tools - 1)](g);
}

void blocks_archive(Gen *g, uint64_t bytes)
{
    enum { PROSE_A_RESULT = 64 * 1024 };
    while (g->written < bytes) {
        if (in(g, 0, 3) == 0)
            blocks_heading(g);
        blocks_result(g);
        uint64_t prose = g->written + PROSE_A_RESULT;
        while (g->written < prose && g->written < bytes)
            blocks_prose(g);
    }
}

void blocks_text(Gen *g, uint64_t bytes)
{
    while (g->written < bytes) {
        if (in(g, 0, 3) == 0)
            blocks_heading(g);
        uint64_t before = g->written;
        blocks_result(g);
        uint64_t prose = g->written + 19 * (g->written - before);
        while (g->written < prose && g->written < bytes)
            blocks_prose(g);
    }
}

/* --- fio's JSON --- */

static void json_latency(Gen *g, const char *name, int percentiles)
{
    unsigned ns = in(g, 20000, 900000);
    gen_printf(g,
               "        \"%s\" : {\n          \"min\" : %u,\n          \"max\" : %u,\n"
               "          \"mean\" : %u.%06u,\n          \"stddev\" : %u.%06u,\n          \"N\" : %u",
               name, ns / 5, ns * 40, ns, in(g, 0, 999999), ns / 3, in(g, 0, 999999), in(g, 1000, 99999));
    if (percentiles) {
        gen_printf(g, ",\n          \"percentile\" : {\n");
        for (unsigned i = 0; i < 17; i++)
            gen_printf(g, "            \"%u.%06u\" : %u%s\n", 1 + i * 6, in(g, 0, 999999), ns / 4 + i * ns / 3,
                       i == 16 ? "" : ",");
        gen_printf(g, "          }");
    }
    gen_printf(g, "\n        }");
}

static void json_side(Gen *g, const char *name)
{
    unsigned iops = in(g, 100, 99999);
    gen_printf(g,
               "      \"%s\" : {\n        \"io_bytes\" : %u,\n        \"io_kbytes\" : %u,\n"
               "        \"bw_bytes\" : %u,\n        \"bw\" : %u,\n        \"iops\" : %u.%06u,\n"
               "        \"runtime\" : 60001,\n        \"total_ios\" : %u,\n        \"short_ios\" : 0,\n"
               "        \"drop_ios\" : 0,\n",
               name, iops * 4096, iops * 4, iops * 4096, iops * 4, iops, in(g, 0, 999999), iops * 60);
    json_latency(g, "slat_ns", 0);
    gen_printf(g, ",\n");
    json_latency(g, "clat_ns", 1);
    gen_printf(g, ",\n");
    json_latency(g, "lat_ns", 0);
    gen_printf(g, ",\n        \"bw_min\" : %u,\n        \"bw_max\" : %u,\n        \"bw_mean\" : %u.5\n      }", iops * 3,
               iops * 5, iops * 4);
}

void blocks_json(Gen *g, uint64_t bytes)
{
    gen_printf(g, "{\n  \"fio version\" : \"fio-3.33\",\n  \"timestamp\" : 1606721080,\n"
                  "  \"time\" : \"Mon Nov 30 07:24:40 2020\",\n  \"jobs\" : [\n");
    for (unsigned job = 0; g->written < bytes; job++) {
        gen_printf(g,
                   "%s    {\n      \"jobname\" : \"j%u\",\n      \"groupid\" : %u,\n      \"error\" : 0,\n"
                   "      \"job options\" : {\n        \"name\" : \"j%u\",\n        \"rw\" : \"randrw\",\n"
                   "        \"bs\" : \"4k\"\n      },\n",
                   job ? ",\n" : "", job, job, job);
        json_side(g, "read");
        gen_printf(g, ",\n");
        json_side(g, "write");
        gen_printf(g, ",\n      \"usr_cpu\" : %u.5,\n      \"sys_cpu\" : %u.25,\n      \"ctx\" : %u\n    }", in(g, 0, 40),
                   in(g, 0, 40), in(g, 1, 99999));
    }
    gen_printf(g, "\n  ]\n}\n");
}
