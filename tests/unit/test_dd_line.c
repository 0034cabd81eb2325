/* dd's lines by structure: every dialect, languages, glue and damage. Values by hand. */
#include "check.h"

#include "ingest/dd_line.h"

typedef struct Case {
    const char *text;
    double bytes, seconds, rate; /* seconds, rate < 0: not there */
    DdDialect dialect;
    double best, seconds_error;
} Case;

/* clang-format off */
static const Case cases[] = {
    { "10485760 bytes transferred in 0.028418 seconds (368981986 bytes/sec)", 10485760, 0.028418, 368981986, DD_BSD, 368981986, 0.5e-6 },
    { "16777216 bytes (17 MB) copied, 0.0144125 seconds, 1.2 GB/s", 16777216, 0.0144125, 1.2e9, DD_GNU, 16777216 / 0.0144125, 0.5e-7 },
    { "1000 bytes (1.0 kB) copied, 1 second, 1.0 kB/s", 1000, 1, 1000, DD_GNU, 1000, 0.5e-5 },
    { "268435456 bytes (268 MB, 256 MiB) copied, 2.01766 s, 133 MB/s", 268435456, 2.01766, 133e6, DD_GNU, 268435456 / 2.01766, 0.5e-5 },
    { "999 bytes copied, 0.0116 s, 86.0 kB/s", 999, 0.0116, 86e3, DD_GNU, 999 / 0.0116, 0.5e-7 },
    { "1 byte copied, 8.6e-05 s, 11.6 kB/s", 1, 8.6e-05, 11.6e3, DD_GNU, 1 / 8.6e-05, 0.5e-10 },
    { "1099511627776 bytes (1.1 TB, 1.0 TiB) copied, 1.23457e+06 s, 891 kB/s", 1099511627776, 1.23457e6, 891e3, DD_GNU, 1099511627776 / 1.23457e6, 5 },
    { "314572800 bytes (315 MB, 300 MiB) copied, 0.0 s, 6.4 GB/s", 314572800, 0, 6.4e9, DD_UUTILS, 6.4e9, 0.05 },
    { "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 1.3 s, 805 MB/s", 1073741824, 1.3, 805e6, DD_UUTILS, 805e6, 0.05 },
    { "250000000 bytes (250 MB, 238 MiB) copied, 2.5 s, 100 MB/s", 250000000, 2.5, 100e6, DD_GNU, 1e8, 0.5e-5 },
    { "16777216 bytes (16.0MB) copied, 0.010157 seconds, 1.5GB/s", 16777216, 0.010157, 1.5 * 1073741824, DD_BUSYBOX, 16777216 / 0.010157, 0.5e-6 },
    { "16777216 bytes (16 M) copied, 0.008 s, 1.9 G/s", 16777216, 0.008, 1.9 * 1073741824, DD_TOYBOX, 1.9 * 1073741824, 0.5e-3 },
    { "16777216 bytes (16M) copied, 0.008s, 1.9G/s", 16777216, 0.008, 1.9 * 1073741824, DD_TOYBOX, 1.9 * 1073741824, 0.5e-3 },
    { "1021592274 bytes transferred in 480.752682 secs (2124985 bytes/sec)", 1021592274, 480.752682, 2124985, DD_BSD, 1021592274 / 480.752682, 0.5e-6 },
    { "67108864 bytes transferred in 0.024 secs (2700726037 bytes/sec)", 67108864, 0.024, 2700726037, DD_BSD, 2700726037, 1e-3 },
    { "67108864 bytes (64 MB) transferred in 0.037 secs (1813753081 bytes/sec - 1.7 GB/sec)", 67108864, 0.037, 1813753081, DD_BSD, 1813753081, 1e-3 },
    { "1048576 bytes transferred in 3 secs (349525 bytes/sec)", 1048576, 3, 349525, DD_BSD, 349525, 1 },
    { "209715200 bytes transferred in 0,409412 secs (489MB/sec)", 209715200, 0.409412, 489.0 * 1048576, DD_ILLUMOS, 209715200 / 0.409412, 0.5e-6 },
    /* languages */
    { "16777216 Bytes (17 MB, 16 MiB) kopiert, 0,0253692 s, 661 MB/s", 16777216, 0.0253692, 661e6, DD_GNU, 16777216 / 0.0253692, 0.5e-7 },
    { "67108864\xa0octets (67 MB, 64 MiB) copi\xe9s, 0,0857294 s, 783 MB/s", 67108864, 0.0857294, 783e6, DD_GNU, 67108864 / 0.0857294, 0.5e-7 },
    { "1939865600 bytes (1,9 GB) copiados, 1610,06 s, 1,2 MB/s", 1939865600, 1610.06, 1.2e6, DD_GNU, 1939865600 / 1610.06, 0.5e-2 },
    { "7106560 \xd0\xb1\xd0\xb0\xd0\xb9\xd1\x82 (7,1 MB, 6,8 MiB) \xd1\x81\xd0\xba\xd0\xbe\xd0\xbf\xd0\xb8\xd1\x80\xd0\xbe\xd0\xb2\xd0\xb0\xd0\xbd, 1,98313 s, 3,6 MB/s", 7106560, 1.98313, 3.6e6, DD_GNU, 7106560 / 1.98313, 0.5e-5 },
    { "\xd1\x81\xd0\xba\xd0\xbe\xd0\xbf\xd1\x96\xd0\xb9\xd0\xbe\xd0\xb2\xd0\xb0\xd0\xbd\xd0\xbe 16777216 \xd0\xb1\xd0\xb0\xd0\xb9\xd1\x82\xd1\x96\xd0\xb2 (17 MB, 16 MiB), 0,0329594 s, 509 MB/s", 16777216, 0.0329594, 509e6, DD_GNU, 16777216 / 0.0329594, 0.5e-7 },
    { "66\xe5\xad\x97\xe8\x8a\x82(66 B)\xe5\xb7\xb2\xe5\xa4\x8d\xe5\x88\xb6\xef\xbc\x8c" "0.000403999 \xe7\xa7\x92\xef\xbc\x8c" "163 kB/\xe7\xa7\x92", 66, 0.000403999, 163e3, DD_GNU, 66 / 0.000403999, 0.5e-9 },
    { "5452595200\xe5\xad\x97\xe8\x8a\x82\xef\xbc\x88" "5.5 GB\xef\xbc\x8c" "5.1 GiB\xef\xbc\x89\xe5\xb7\xb2\xe5\xa4\x8d\xe5\x88\xb6\xef\xbc\x8c" "1.05791 s\xef\xbc\x8c" "5.2 GB/s", 5452595200, 1.05791, 5.2e9, DD_GNU, 5452595200 / 1.05791, 0.5e-5 },
    { "2560 \xeb\xb0\x94\xec\x9d\xb4\xed\x8a\xb8 (2.6 kB) \xeb\xb3\xb5\xec\x82\xac\xeb\x90\xa8, 0.0229217 \xec\xb4\x88, 112 kB/\xec\xb4\x88", 2560, 0.0229217, 112e3, DD_GNU, 2560 / 0.0229217, 0.5e-7 },
    { "\xd0\xb8\xd0\xb7\xd0\xba\xd0\xbe\xd0\xbf\xd0\xb8\xd1\x80\xd0\xb0\xd0\xbd\xd0\xb8 \xd1\x81\xd0\xb0 9395240960 \xd0\xb1\xd0\xb0\xd0\xb9\xd1\x82\xd0\xb0 (9.4 GB)\xd0\xb7\xd0\xb0 34,6 \xd1\x81\xd0\xb5\xd0\xba\xd1\x83\xd0\xbd\xd0\xb4\xd0\xb8 \xd1\x81 272 MB/s", 9395240960, 34.6, 272e6, DD_GNU, 9395240960 / 34.6, 0.5e-4 },
    { "33554432 b\xc3\xa1jt (34 MB) m\xc3\xa1solva, 0,2 m\xc3\xa1sodperc, 168 MB/mp", 33554432, 0.2, 168e6, DD_GNU, 33554432 / 0.2, 0.5e-6 },
    { "14680064 byte (15 MB, 14 MiB) \xc4\x91\xc6\xb0\xe1\xbb\xa3" "c sao ch\xc3\xa9p, 0,0523456 gi\xc3\xa2y, 280 MB/gi\xc3\xa2y", 14680064, 0.0523456, 280000000.0, DD_GNU, 14680064 / 0.0523456, 0.5e-7 },
    { "18874368 octe\xc8\x9bi (19 MB, 18 MiB) copia\xc8\x9bi, 0,0923456 s, 204 MB/s", 18874368, 0.0923456, 204000000.0, DD_GNU, 18874368 / 0.0923456, 0.5e-7 },
    { "15728640 \xe4\xbd\x8d\xe5\x85\x83\xe7\xb5\x84 (16 MB, 15 MiB) \xe5\xb7\xb2\xe8\xa4\x87\xe8\xa3\xbd\xef\xbc\x8c" "0.0623456 \xe7\xa7\x92\xef\xbc\x8c" "252 MB/s", 15728640, 0.0623456, 252000000.0, DD_GNU, 15728640 / 0.0623456, 0.5e-7 },
    { "11534336 bajt\xc3\xb3w (12 MB, 11 MiB) skopiowane, 0,0223456 s, 516 MB/s", 11534336, 0.0223456, 516000000.0, DD_GNU, 11534336 / 0.0223456, 0.5e-7 },
    /* nothing moved, no time went by */
    { "0 bytes copied, 0.000196 s, 0.0 kB/s", 0, 0.000196, 0, DD_GNU, 0, 0.5e-9 },
    { "512 bytes copied, 0 s, Infinity B/s", 512, 0, -1, DD_GNU, -1, 0.5e-6 },
    /* text in front and behind */
    { "ext4: 268435456 bytes (268 MB) copied, 2.01766 s, 133 MB/s <- slow", 268435456, 2.01766, 133e6, DD_GNU, 268435456 / 2.01766, 0.5e-5 },
    { "3) 268435456 bytes (268 MB) copied, 2.01766 s, 133MB/s", 268435456, 2.01766, 133e6, DD_GNU, 268435456 / 2.01766, 0.5e-5 },
    { "1,073,741,824 bytes (1.1 GB) copied, 4.07426 s, 264 MB/s", 1073741824, 4.07426, 264e6, DD_GNU, 1073741824 / 4.07426, 0.5e-5 },
};
/* clang-format on */

static void every_dialect_and_language(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        DdPart p;
        if (!dd_part_next(slice_of(c->text), 0, &p) || p.kind != DD_TRANSFER)
            fail_msg("not read: %s", c->text);
        const DdTransfer *t = &p.transfer;
        if (!t->sure || t->dialect != c->dialect || t->progress)
            fail_msg("sure %d dialect %s: %s", t->sure, dd_dialect_name(t->dialect), c->text);
        assert_near(t->bytes.value, c->bytes, 1e-12);
        assert_near(t->seconds.value, c->seconds, 1e-12);
        assert_near(t->seconds_error, c->seconds_error, 1e-9);
        assert_int_equal(t->has_rate, c->rate >= 0);
        if (c->rate >= 0)
            assert_near(t->rate.value * t->rate_factor, c->rate, 1e-12);
        assert_int_equal(t->has_best, c->best >= 0);
        if (c->best >= 0)
            assert_near(t->best_bw, c->best, 1e-12);
    }
}

static void other_programs_are_left_alone(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0.000u 0.402s 0:02.31 17.3% 23+175k 4+8193io 0pf+0w",
        "0inputs+65536outputs (0major+344minor)pagefaults 0swaps",
        "12345 bytes received in 1.23 seconds (9.8 Kbytes/s)",
        "sent 1,234 bytes  received 35 bytes  2,538.00 bytes/sec",
        "1048576 bytes ( 1 M ) copied ( 100% ), 1 s, 1.1 M/s",
        "read: IOPS=2000, BW=7.81MiB/s (8.19MB/s)(234MiB/30001msec)",
        "Thu, 5 Mar 2020 10:20:30 +0100",
        "tel. +49 30 123456",
        "64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.045 ms",
        "4096 bytes from /mnt (ext4 /dev/sda1): request=1 time=0.2 ms",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        DdPart p;
        size_t from = 0;
        while (dd_part_next(slice_of(texts[i]), from, &p)) {
            if (p.kind == DD_RECORDS || p.transfer.sure)
                fail_msg("taken for dd: %s", texts[i]);
            from = p.end;
        }
    }
}

static void parts_are_found_without_newlines(void **state)
{
    (void)state;
    Slice text =
        SLICE("16384+0 records in16384+0 records out268435456 bytes (268 MB) copied, 2.01766 s, "
              "133 MB/s 1+1 records in 1+1 records out 700 bytes copied, 0.5 s, 1.4 kB/s");
    static const DdKind kinds[] = { DD_RECORDS, DD_RECORDS, DD_TRANSFER,
                                    DD_RECORDS, DD_RECORDS, DD_TRANSFER };
    DdPart p;
    size_t from = 0, n = 0;
    for (; dd_part_next(text, from, &p); n++) {
        assert_true(n < 6);
        assert_int_equal(p.kind, kinds[n]);
        from = p.end;
    }
    assert_int_equal(n, 6);
    assert_near(p.transfer.bytes.value, 700, 1e-12);
}

static void progress_forms_are_known(void **state)
{
    (void)state;
    DdPart p;
    assert_true(dd_part_next(
        SLICE("1083179008 bytes (1083 MB, 1033 MiB) transferred 1.003s, 1080 MB/s"), 0, &p));
    assert_true(p.transfer.progress);
    assert_true(dd_part_next(
        SLICE("4,294,967,296 bytes (4295 MB, 4096 MiB) transferred 3.011s, 1426 MB/s"), 0, &p));
    assert_true(p.transfer.progress);
    assert_near(p.transfer.bytes.value, 4294967296.0, 1e-12);
    assert_true(
        dd_part_next(SLICE("1264582656 bytes (1.3 GB) copied, 1.000123 s, 1.3 GB/s"), 0, &p));
    assert_true(p.transfer.progress);
    assert_true(
        dd_part_next(SLICE("1264582656 bytes (1.3 GB, 1.2 GiB) copied, 1 s, 1.3 GB/s"), 0, &p));
    assert_true(p.transfer.whole_seconds && !p.transfer.progress);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_dialect_and_language),
        cmocka_unit_test(other_programs_are_left_alone),
        cmocka_unit_test(parts_are_found_without_newlines),
        cmocka_unit_test(progress_forms_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
