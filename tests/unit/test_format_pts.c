/* Where result XML begins and ends among other text. What is read from it: tests/corpus/pts. */
#include "check.h"

#include "reading.h"

#define SUITE                                                                                           \
    "<PhoronixTestSuite>\n<Result>\n<Title>IOzone</Title>\n<Scale>MB/s</Scale>\n<Proportion>HIB</Proportion>\n"   \
    "<Data>\n<Entry>\n<Identifier>xfs</Identifier>\n<Value>12.5</Value>\n<RawString>12.4:12.6</RawString>\n"
#define SUITE_END "</Entry>\n</Data>\n</Result>\n</PhoronixTestSuite>\n"
#define DD "268435456 bytes (268 MB) copied, 2.01766 s, 133 MB/s\n"

static size_t runs_of(const Document *d, const char *tool)
{
    size_t n = 0;
    for (size_t i = 0; i < d->runs.n; i++)
        n += strcmp(d->runs.v[i]->tool, tool) == 0;
    return n;
}

static void it_is_told_from_text_about_it_and_other_xml(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t pts, dd;
    } cases[] = {
        { SUITE SUITE_END DD, 2, 1 },
        { DD SUITE SUITE_END, 2, 1 },
        { SUITE SUITE_END "\nand again, merged:\n" SUITE SUITE_END, 4, 0 },
        { "The root is <PhoronixTestSuite> and holds <System> and <Result> elements.\n" DD, 0, 1 },
        { "<PhoronixTestSuite> is the root.\n" DD, 0, 1 },
        { "<Result>\n  <Test>passed</Test>\n</Result>\n" DD, 0, 1 },
        { "<testsuite><testcase name=\"x\"/></testsuite>\n" DD, 0, 1 },
        { "<Benchmark>\n<Name>x</Name>\n</Benchmark>\n" DD, 0, 1 },
        /* cut, and something else below */
        { SUITE "\nThat is all I have of it; with dd:\n" DD, 2, 1 },
        { "> " "<PhoronixTestSuite>\n> <Result>\n> <Scale>s</Scale><Data><Entry><Value>5</Value></Entry>\n"
          "and mine:\n" DD, 1, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Document *d = reading(cases[i].text);
        if (runs_of(d, "pts") != cases[i].pts || runs_of(d, "dd") != cases[i].dd)
            fail_msg("%zu runs of pts, %zu of dd in\n%s", runs_of(d, "pts"), runs_of(d, "dd"), cases[i].text);
        document_free(d);
    }
}

static void equal_repeats_are_honest(void **state)
{
    (void)state;
    Document *d = reading("<PhoronixTestSuite><Result><Title>x</Title><Scale>s</Scale><Data><Entry><Identifier>a</Identifier>"
                     "<RawString>1234567.89:1234567.89:1234567.89</RawString></Entry></Data></Result></PhoronixTestSuite>\n");
    assert_int_equal(d->runs.n, 3);
    for (size_t i = 0; i < d->runs.n; i++) {
        const Measure *m = &d->runs.v[i]->measures.v[0];
        assert_true(d->runs.v[i]->counted);
        assert_string_equal(d->runs.v[i]->label, "a");
        /* each figure is found in the text, one behind the other */
        assert_memory_equal(d->text.p + m->span.start, "1234567.89", 10);
        assert_true(i == 0 || m->span.start > d->runs.v[i - 1]->measures.v[0].span.start);
    }
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_told_from_text_about_it_and_other_xml),
        cmocka_unit_test(equal_repeats_are_honest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
