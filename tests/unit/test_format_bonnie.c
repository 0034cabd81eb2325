/* bonnie++ and its relatives: versions, copies, damages. Values are worked out by hand: K/sec x 1024. */
#include "check.h"

#include <string.h>

#include "ingest/reader.h"

static Document *read_text(const char *text)
{
    Document *d = document_new("sample", 0);
    d->bytes = slice_of(text);
    Error err = { 0 };
    assert_true(reader_read(d, NULL, &err));
    return d;
}

static const Run *only_run(const Document *d)
{
    const Run *found = NULL;
    for (size_t i = 0; i < d->runs.n; i++)
        if (d->runs.v[i]->counted) {
            assert_null(found);
            found = d->runs.v[i];
        }
    assert_non_null(found);
    return found;
}

static void assert_value(const Run *run, const char *metric, double value)
{
    const Measure *m = run_measure(run, "", metric);
    if (!m || m->missing)
        fail_msg("%s is absent", metric);
    assert_near(m->value, value, 1e-12);
}

static void assert_missing(const Run *run, const char *metric, Missing why)
{
    const Measure *m = run_measure(run, "", metric);
    if (!m)
        fail_msg("%s is absent", metric);
    assert_int_equal(m->missing, why);
}

static void assert_fact(const Run *run, const char *key, const char *value)
{
    const char *got = run_fact(run, "", key);
    if (!got)
        fail_msg("fact %s is absent", key);
    assert_string_equal(got, value);
}

static bool has_note(const Document *d, const char *code)
{
    for (size_t i = 0; i < d->notes.n; i++)
        if (strcmp(d->notes.v[i].code, code) == 0)
            return true;
    return false;
}

#define HEADER_196                                                                      \
    "Version  1.96       ------Sequential Output------ --Sequential Input- --Random-\n" \
    "Concurrency   4     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n" \
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"

static void blank_cells_are_found_by_their_columns(void **state)
{
    (void)state;
    /* -f, and a rewrite that was not run either: six figures, told apart by position only. */
    Document *d = read_text(HEADER_196
                            "db2             16G           70101  10                     91500  11 "
                            "250.5   2\n"
                            "Latency                        1234ms                       56789us   "
                            " 321ms\n");
    const Run *run = only_run(d);
    assert_fact(run, "format", "bonnie++ text 1.9x");
    assert_fact(run, "concurrency", "4");
    assert_fact(run, "file_size", "17179869184");
    assert_value(run, "write_block.bw", 71783424);
    assert_value(run, "read_block.bw", 93696000);
    assert_value(run, "seeks.rate", 250.5);
    assert_value(run, "write_block.lat.max", 1.234);
    assert_value(run, "read_block.lat.max", 0.056789);
    assert_value(run, "seeks.lat.max", 0.321);
    assert_null(run_measure(run, "", "write_char.bw"));
    assert_null(run_measure(run, "", "rewrite.bw"));
    assert_false(has_note(d, "bonnie.columns_inferred_fast_mode"));
    document_free(d);
}

static void wide_figures_drift_to_the_right(void **state)
{
    (void)state;
    Document *d = read_text(HEADER_196
                            "db2             16G           1070101  10 1000000 100           91500  11 "
                            "250.5   2\n");
    const Run *run = only_run(d);
    assert_value(run, "write_block.bw", 1070101 * 1024.0);
    assert_value(run, "rewrite.bw", 1024000000);
    assert_value(run, "read_block.bw", 93696000);
    assert_null(run_measure(run, "", "read_char.bw"));
    document_free(d);
}

static void eight_figures_without_columns_are_fast_mode(void **state)
{
    (void)state;
    Document *d = read_text("> Version 1.03 ------Sequential Output------ --Sequential Input- --Random-\n"
                            "> -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
                            "> Machine Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP /sec %CP\n"
                            "> studio 1G 38499 68 16383 28 35913 34 154.5 1\n");
    const Run *run = only_run(d);
    assert_value(run, "write_block.bw", 39422976);
    assert_value(run, "seeks.rate", 154.5);
    assert_true(has_note(d, "bonnie.columns_inferred_fast_mode"));
    document_free(d);
}

static void other_counts_without_columns_are_refused(void **state)
{
    (void)state;
    Document *d = read_text("Version 1.03 ------Sequential Output------ --Sequential Input- --Random-\n"
                            "-Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
                            "Machine Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP /sec %CP\n"
                            "studio 1G 38499 68 16383 28 35913 34 12000 8 154.5 1\n"
                            "That was it.\n");
    assert_int_equal(d->runs.n, 0);
    assert_true(has_note(d, "not-understood"));
    document_free(d);
}

static void the_csv_line_tells_what_collapsed_columns_do_not(void **state)
{
    (void)state;
    Document *d = read_text("Version 1.03 ------Sequential Output------ --Sequential Input- --Random-\n"
                            "-Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
                            "Machine Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP /sec %CP\n"
                            "studio 1G 38499 68 16383 28 35913 34 12000 8 154.5 1\n"
                            "and as CSV:\n"
                            "studio,1G,38499,68,16383,28,,,35913,34,12000,8,154.5,1,,,,,,,,,,,,,\n");
    const Run *run = only_run(d);
    assert_fact(run, "format", "bonnie++ csv 27");
    assert_string_equal(run->version, "1.03");
    assert_value(run, "write_char.bw", 39422976);
    assert_null(run_measure(run, "", "rewrite.bw"));
    assert_false(has_note(d, "not-understood"));
    document_free(d);
}

static void a_wrapped_row_is_one_row(void **state)
{
    (void)state;
    Document *d = read_text("> Version  1.97       ------Sequential Output------ --Sequential Input-\n"
                            "> --Random-\n"
                            "> Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block--\n"
                            "> --Seeks--\n"
                            "> Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP\n"
                            "> /sec %CP\n"
                            "> box197         512M   694  99 376288  76 776780  58   716  99 90000\n"
                            "> 45 +++++ +++\n"
                            "> Latency             14479us     633us     107us   14130us      91us\n"
                            "> 8063us\n");
    const Run *run = only_run(d);
    assert_value(run, "read_block.bw", 92160000);
    assert_value(run, "read_block.cpu", 0.45);
    assert_missing(run, "seeks.rate", MISSING_TOO_FAST);
    assert_value(run, "seeks.lat.max", 0.008063);
    document_free(d);
}

static void a_broken_csv_line_is_one_line(void **state)
{
    (void)state;
    /* Cut inside "86208" and inside "61us". */
    Document *d = read_text("1.97,1.97,stor-admin,1,1466766230,8196M,,646,97,862\n"
                            "08,12,44422,5,2027,97,104162,5,889.7,8,16,,,,,20285,28,+++++,+++,\n"
                            "+++++,+++,30720,69,+++++,+++,+++++,+++,12279us,1920ms,2462ms,4228us,\n"
                            "41355us,43431us,727us,406us,431us,121us,35us,6\n"
                            "1us\n");
    const Run *run = only_run(d);
    assert_fact(run, "format", "bonnie++ csv 48");
    assert_value(run, "write_block.bw", 88276992);
    assert_value(run, "write_block.lat.max", 1.92);
    assert_value(run, "ran_delete.lat.max", 0.000061);
    assert_int_equal(run->state, RUN_OK);
    document_free(d);
}

static void a_cut_csv_line_keeps_what_is_whole(void **state)
{
    (void)state;
    Document *d = read_text("1.98,2.00a,big,1,1693984997,63808M,,8192,5,200,98,387908,64,187033,51,11");
    const Run *run = only_run(d);
    assert_int_equal(run->state, RUN_PARTIAL);
    assert_value(run, "rewrite.bw", 191521792);
    assert_null(run_measure(run, "", "read_char.bw")); /* "11" was 1146 */
    assert_true(has_note(d, "bonnie.truncated"));
    document_free(d);
}

static void other_field_counts_are_refused(void **state)
{
    (void)state;
    Document *d = read_text("1.97,1.97,stor-admin,1,1466766230,8196M,,646,97,86208,12,44422,5,2027,97,"
                            "104162,5,889.7,8,16,,,,,20285,28,+++++,+++,+++++,+++,30720,69,+++++,+++,"
                            "+++++,+++,12279us,1920ms,2462ms,4228us,41355us,43431us,727us,406us,431us,"
                            "121us,35us,61us,99us\nthe end\n");
    assert_int_equal(d->runs.n, 0);
    assert_true(has_note(d, "not-understood"));
    document_free(d);
}

static void plain_tables_of_numbers_are_no_csv_of_ours(void **state)
{
    (void)state;
    Document *d = read_text("1.5,2.5,3.5,4,5,6,7,8,9,10\n"
                            "x,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26\n");
    for (size_t i = 0; i < d->runs.n; i++)
        assert_string_not_equal(d->runs.v[i]->tool, "bonnie++");
    document_free(d);
}

static void the_early_layouts_are_read_when_the_count_fits(void **state)
{
    (void)state;
    /* 1.91: no concurrency, no seed; 46 fields. */
    Document *d = read_text("1.91a,1.91a,old,512M,,694,99,376288,76,776780,58,716,99,90000,45,300.5,3,"
                            "16,,,,,2693,67,+++++,+++,3467,37,2948,47,+++++,+++,3131,38,14ms,2ms,3ms,4ms,"
                            "5ms,6ms,7ms,8ms,9ms,10ms,11ms,12ms\n");
    const Run *run = only_run(d);
    assert_fact(run, "format", "bonnie++ csv 46");
    assert_value(run, "write_char.bw", 710656);
    assert_value(run, "seeks.rate", 300.5);
    assert_value(run, "ran_delete.lat.max", 0.012);
    document_free(d);
}

#define TABLE_200                                                                       \
    "Version  2.00       ------Sequential Output------ --Sequential Input- --Random-\n" \
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n" \
    "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n" \
    "CLIENT         126G  702k  96  111m  18 31.7m  11 1852k  98  1.0g  10 407.8  16\n" \
    "Latency             27010us   56044us   12422ms   33647us     506ms        3s\n"   \
    "Version  2.00       ------Sequential Create------ --------Random Create--------\n" \
    "CLIENT              -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n" \
    "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n" \
    "                 16 16384  23 +++++ +++ 16384  16 16384   7 16384  32 16384  18\n"

static void figures_of_2x_keep_their_resolution(void **state)
{
    (void)state;
    Document *d = read_text(TABLE_200);
    const Run *run = only_run(d);
    assert_value(run, "write_block.bw", 116391936);       /* 111 MiB/s */
    assert_value(run, "read_block.bw", 1073741824);       /* 1.0 GiB/s */
    assert_near(run_measure(run, "", "read_block.bw")->half_width, 53687091.2, 1e-9);
    assert_near(run_measure(run, "", "rewrite.bw")->half_width, 52428.8, 1e-9);
    assert_value(run, "seeks.lat.max", 3);
    document_free(d);
}

static void file_rates_of_2x_text_are_no_measurements(void **state)
{
    (void)state;
    Document *d = read_text(TABLE_200);
    const Run *run = only_run(d);
    assert_missing(run, "seq_create.rate", MISSING_UNTRUSTED);
    assert_missing(run, "seq_stat.rate", MISSING_TOO_FAST);
    assert_value(run, "seq_create.cpu", 0.23);
    assert_true(has_note(d, "bonnie.text_file_rates_untrusted"));
    document_free(d);
}

static void name_and_size_may_run_together(void **state)
{
    (void)state;
    Document *d = read_text(HEADER_196
                            "Raid0 (8 disk)15744M   694  99 376288  76 776780  58   716  99 90000  45 "
                            "300.5   3\n");
    const Run *run = only_run(d);
    assert_fact(run, "machine", "Raid0 (8 disk)");
    assert_fact(run, "file_size", "16508780544"); /* 15744 MiB */
    document_free(d);
}

static void links_and_directories_of_the_file_part(void **state)
{
    (void)state;
    Document *d = read_text(
        "Version 1.03e       ------Sequential Create------ --------Random Create--------\n"
        "nofile              -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
        "files:max            /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
        "           8:link/4  6286  37 +++++ +++ 16021  22  4069  51 +++++ +++ 12000  20\n");
    const Run *run = only_run(d);
    assert_fact(run, "machine", "nofile");
    assert_fact(run, "files", "8192");
    assert_fact(run, "max_size", "link");
    assert_fact(run, "dirs", "4");
    assert_value(run, "seq_delete.rate", 16021);
    assert_string_equal(run->version, "1.03e");
    document_free(d);
}

static void converted_text_of_1x_names_the_machine_in_both_parts(void **state)
{
    (void)state;
    Document *d = read_text(
        "Version      1.03   ------Sequential Output------ --Sequential Input- --Random-\n"
        "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
        "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
        "a1               2G 10862  91 63699  27 29931  12 11483  91 83455  22 196.7   0\n"
        "b2               2G 10863  91 63700  27 29932  12 11484  91 83456  22 196.8   0\n"
        "                    ------Sequential Create------ --------Random Create--------\n"
        "                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
        "files:max:min        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
        "a1               16  2693  67 +++++ +++  3467  37  2948  47 +++++ +++  3131  38\n"
        "b2               16  2694  67 +++++ +++  3468  37  2949  47 +++++ +++  3132  38\n");
    assert_int_equal(d->runs.n, 2);
    assert_fact(d->runs.v[1], "machine", "b2");
    assert_fact(d->runs.v[1], "format", "bon_csv2txt 1.x");
    assert_value(d->runs.v[1], "seq_create.rate", 2694);
    assert_value(d->runs.v[0], "seeks.rate", 196.7);
    document_free(d);
}

static void progress_of_classic_bonnie_stands_in_for_a_lost_table(void **state)
{
    (void)state;
    Document *d = read_text("Bonnie 1.2: File './Bonnie.1557', size: 268435456, volumes: 1\n"
                            "Writing with putc()...         done:  21846 kB/s  98.0 %CPU\n"
                            "Rewriting...                   done:  11099 kB/s   3.1 %CPU\n"
                            "Writing intelligently...       done:  58316 kB/s  14.0 %CPU\n");
    const Run *run = only_run(d);
    assert_string_equal(run->version, "1.2");
    assert_fact(run, "file_size", "268435456");
    assert_value(run, "rewrite.bw", 11365376);
    assert_value(run, "write_block.cpu", 0.14);
    assert_int_equal(run->state, RUN_PARTIAL);
    document_free(d);
}

static void a_run_that_never_ended_is_noted(void **state)
{
    (void)state;
    Document *d = read_text("$ bonnie++ -d /mnt -u nobody\n"
                            "Using uid:65534, gid:65534.\n"
                            "Writing a byte at a time...done\n"
                            "Writing intelligently...");
    assert_int_equal(d->runs.n, 0);
    assert_true(has_note(d, "bonnie.truncated"));
    document_free(d);
}

static void a_row_cut_in_the_middle_keeps_what_is_whole(void **state)
{
    (void)state;
    Document *d = read_text(HEADER_196 "box197         512M   694  99 376288  76 776780  5");
    const Run *run = only_run(d);
    assert_value(run, "rewrite.bw", 795422720);
    assert_null(run_measure(run, "", "rewrite.cpu")); /* it was 58 */
    assert_int_equal(run->state, RUN_PARTIAL);
    assert_true(has_note(d, "bonnie.truncated"));
    document_free(d);
}

static void a_refusal_gives_its_words_and_nothing_else(void **state)
{
    (void)state;
    Document *d = read_text("Writing a byte at a time...done\n"
                            "Writing intelligently...Can't write block.: No space left on device\n"
                            "Can't write() - disk full?\n");
    assert_int_equal(d->runs.n, 0);
    assert_true(has_note(d, "bonnie.usage_error"));
    assert_false(has_note(d, "bonnie.truncated"));
    document_free(d);
}

static void cells_between_tabs_may_be_blank(void **state)
{
    (void)state;
    Document *d = read_text(
        "Version  1.96\t------Sequential Output------\t--Sequential Input-\t--Random-\n"
        "Machine\tSize\tK/sec\t%CP\tK/sec\t%CP\tK/sec\t%CP\tK/sec\t%CP\tK/sec\t%CP\t/sec\t%CP\n"
        "db2\t16G\t\t\t70101\t10\t\t\t\t\t91500\t11\t250.5\t2\n");
    const Run *run = only_run(d);
    assert_value(run, "write_block.bw", 71783424);
    assert_value(run, "read_block.bw", 93696000);
    assert_null(run_measure(run, "", "rewrite.bw"));
    document_free(d);
}

static void the_page_of_bon_csv2html_is_read_from_its_cells(void **state)
{
    (void)state;
    Document *d = read_text(
        "Version 1.96\tSequential Output\tSequential Input\tRandom Seeks\t\tSequential Create\tRandom "
        "Create\n"
        "\tSize\tPer Char\tBlock\tRewrite\tPer Char\tBlock\tNum Files\tMax Size\tMin Size\tChunk Size\n"
        "\tK/sec\t% CPU\tK/sec\t% CPU\tK/sec\t% CPU\tK/sec\t% CPU\tK/sec\t% CPU\t/sec\t% CPU\n"
        "nas\t4G\t100\t97\t56561\t10\t32386\t12\t200\t98\t88826\t16\t110.1\t3\t16\t\t\t\t283\t80\t+++++\t"
        "+++\t5481\t29\t295\t79\t+++++\t+++\t417\t28\n"
        "Latency\t14477us\t4732ms\t1815ms\t25254us\t141ms\t232ms\t\tLatency\t2833ms\t74us\t2667ms\t"
        "1483ms\t74us\t37497ms\n");
    const Run *run = only_run(d);
    assert_fact(run, "format", "bon_csv2html");
    assert_value(run, "write_block.bw", 57918464);
    assert_value(run, "ran_delete.rate", 417);
    assert_value(run, "write_block.lat.max", 4.732);
    assert_value(run, "ran_delete.lat.max", 37.497);
    document_free(d);
}

static void converted_text_of_2x_has_no_concurrency_in_its_size(void **state)
{
    (void)state;
    Document *d = read_text(
        "Version     2.00a   ------Sequential Output------ --Sequential Input- --Random-\n"
        "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
        "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
        "nas    64G:16k:8192:5 4350k  22  793m  44  393m  23  929k  30  1.7g  51 812.4  21\n"
        "                   ------Sequential Create------ --------Random Create--------\n"
        "                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
        "      files:max:min  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
        "nas               4   509  29 20000   3  1958   6   513  35 21000  50  1256   4\n");
    const Run *run = only_run(d);
    assert_fact(run, "seeks", "8192");
    assert_fact(run, "seek_procs", "5");
    assert_fact(run, "chunk_size", "16384");
    assert_null(run_fact(run, "", "concurrency"));
    document_free(d);
}

static void zcav_of_1x_counts_in_kilobytes(void **state)
{
    (void)state;
    Document *d = read_text("# zcav -c 2 -f /dev/hda\n"
                            "#loops: 2, version: 1.03e\n"
                            "#block K/s time\n"
                            "0 23455 4.365871\n"
                            "#100 ++++ 0.378378 \n");
    const Run *run = only_run(d);
    assert_fact(run, "device", "/dev/hda");
    assert_fact(run, "loops", "2");
    assert_string_equal(run->version, "1.03e");
    const Measure *m = run_measure(run, "0", "zcav.bw");
    assert_non_null(m);
    assert_near(m->value, 24017920, 1e-12);
    assert_int_equal(run_measure(run, "100", "zcav.bw")->missing, MISSING_TOO_FAST);
    document_free(d);
}

static void two_tables_of_one_page_keep_their_own_csv(void **state)
{
    (void)state;
    Document *d = read_text(HEADER_196
                            "a              512M   694  99 37628  76 77678  58   716  99 90000  45 300.5   3\n"
                            "\n" HEADER_196
                            "a              512M   695  99 37629  76 77679  58   717  99 90001  45 301.5   3\n"
                            "CSV:\n"
                            "1.96,1.96,a.example,4,1,512M,,694,99,37628,76,77678,58,716,99,90000,45,300.5,3,"
                            ",,,,,,,,,,,,,,,,,,,,,,,,,,,,\n"
                            "1.96,1.96,a.example,4,2,512M,,695,99,37629,76,77679,58,717,99,90001,45,301.5,3,"
                            ",,,,,,,,,,,,,,,,,,,,,,,,,,,,\n");
    assert_int_equal(d->runs.n, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(d->runs.v[i]->counted);
        assert_fact(d->runs.v[i], "machine", "a.example");
        assert_fact(d->runs.v[i], "seed", i ? "2" : "1");
    }
    assert_value(d->runs.v[1], "seeks.rate", 301.5);
    document_free(d);
}

static void parts_of_one_table_find_each_other(void **state)
{
    (void)state;
    Document *d = read_text(
        HEADER_196
        "a              512M   694  99 37628  76 77678  58   716  99 90000  45 300.5   3\n"
        "Version  1.96       ------Sequential Create------ --------Random Create--------\n"
        "a                   -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
        "```\n"
        "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
        "                100   283  80 178076  99  5481  29   295  79 175161  99   417  28\n");
    const Run *run = only_run(d);
    assert_value(run, "seeks.rate", 300.5);
    assert_value(run, "seq_create.rate", 283);
    assert_fact(run, "files", "102400");
    assert_int_equal(run->state, RUN_OK);
    document_free(d);
}

static void blanks_in_front_of_everything_do_not_matter(void **state)
{
    (void)state;
    Document *d = read_text(
        "\tVersion  2.00       ------Sequential Output------ --Sequential Input- --Random-\n"
        "\t                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
        "\tName:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
        "\t64G:4k::65536                 15.8m  19 60.5m  26            218m  31 279.1  13\n");
    const Run *run = only_run(d);
    assert_value(run, "write_block.bw", 16567500.8); /* 15.8 MiB/s */
    assert_fact(run, "seeks", "65536");
    assert_false(has_note(d, "bonnie.columns_inferred_fast_mode"));
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blank_cells_are_found_by_their_columns),
        cmocka_unit_test(wide_figures_drift_to_the_right),
        cmocka_unit_test(eight_figures_without_columns_are_fast_mode),
        cmocka_unit_test(other_counts_without_columns_are_refused),
        cmocka_unit_test(the_csv_line_tells_what_collapsed_columns_do_not),
        cmocka_unit_test(a_wrapped_row_is_one_row),
        cmocka_unit_test(a_broken_csv_line_is_one_line),
        cmocka_unit_test(a_cut_csv_line_keeps_what_is_whole),
        cmocka_unit_test(other_field_counts_are_refused),
        cmocka_unit_test(plain_tables_of_numbers_are_no_csv_of_ours),
        cmocka_unit_test(the_early_layouts_are_read_when_the_count_fits),
        cmocka_unit_test(figures_of_2x_keep_their_resolution),
        cmocka_unit_test(file_rates_of_2x_text_are_no_measurements),
        cmocka_unit_test(name_and_size_may_run_together),
        cmocka_unit_test(links_and_directories_of_the_file_part),
        cmocka_unit_test(converted_text_of_1x_names_the_machine_in_both_parts),
        cmocka_unit_test(progress_of_classic_bonnie_stands_in_for_a_lost_table),
        cmocka_unit_test(a_run_that_never_ended_is_noted),
        cmocka_unit_test(a_row_cut_in_the_middle_keeps_what_is_whole),
        cmocka_unit_test(a_refusal_gives_its_words_and_nothing_else),
        cmocka_unit_test(cells_between_tabs_may_be_blank),
        cmocka_unit_test(the_page_of_bon_csv2html_is_read_from_its_cells),
        cmocka_unit_test(converted_text_of_2x_has_no_concurrency_in_its_size),
        cmocka_unit_test(zcav_of_1x_counts_in_kilobytes),
        cmocka_unit_test(two_tables_of_one_page_keep_their_own_csv),
        cmocka_unit_test(parts_of_one_table_find_each_other),
        cmocka_unit_test(blanks_in_front_of_everything_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
