/* Messages: what is one, and what their parts become. */
#include "check.h"

#include <string.h>

#include "ingest/mail.h"

static void headers_tell_mail_from_pastes(void **state)
{
    (void)state;
    assert_int_equal(
        container_kind(slice_of("From: a@b.c\nSubject: x\nMIME-Version: 1.0\n\ntext\n")),
        CONTAINER_MAIL);
    assert_int_equal(
        container_kind(slice_of("Received: from x\n by y\nContent-Type: text/plain\n\n")),
        CONTAINER_MAIL);
    /* Copied from a list archive: nothing to decode. */
    assert_int_equal(container_kind(slice_of("From: a\nDate: now\nSubject: x\n\ntext\n")),
                     CONTAINER_NONE);
    assert_int_equal(container_kind(slice_of("From: a\nMIME-Version: 1.0\nno header\n\n")),
                     CONTAINER_NONE);
    assert_int_equal(
        container_kind(slice_of("From a@b.c Tue Mar  1 10:00:00 2011\nSubject: x\n\ntext\n")),
        CONTAINER_MBOX);
    assert_int_equal(
        container_kind(slice_of("From the server at 10:00:00 on 2011-03-01\nwe saw\n")),
        CONTAINER_NONE);
    assert_int_equal(container_kind(slice_of("BZhello world, this is text")), CONTAINER_NONE);
    assert_int_equal(container_kind(slice_of("")), CONTAINER_NONE);
}

static MailText text_of(Arena *a, MailPart *parts, size_t n)
{
    Message m = { .header = slice_of("Subject: x\n") };
    for (size_t i = 0; i < n; i++)
        *VEC_PUSH(a, &m.parts) = parts[i];
    return mail_text(a, &m, NULL);
}

static void parts_stand_one_below_the_other(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    MailPart parts[] = {
        { .charset = "iso-8859-1", .name = "", .bytes = slice_of("copi\xe9s") },
        { .charset = "",
          .name = "run.log",
          .attachment = true,
          .bytes = slice_of("1+0 records\n") },
        { .charset = "", .name = "x.gz", .binary = true, .bytes = slice_of("\x1f\x8b") },
        { .charset = "utf-8", .name = "", .html = true, .bytes = slice_of("<p>one<p>two") },
    };
    MailText t = text_of(a, parts, 4);
    assert_true(slice_is(t.text, "Subject: x\n\ncopi\xc3\xa9s\n\n# run.log\n\n1+0 records\n\n"
                                 "one\n\ntwo\n"));
    assert_int_equal(t.flowed.n, 0);
    arena_free(a);
}

static void flowed_lines_are_joined_beside_the_text_as_sent(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    MailPart part = { .charset = "",
                      .name = "",
                      .flowed = true,
                      .bytes = slice_of(
                          "copied, \n2.01766 s\n> one \n> two\n>> deeper \n> back\n-- \nme\n") };
    MailText t = text_of(a, &part, 1);
    assert_true(slice_has(t.text, slice_of("copied, \n2.01766 s\n")));
    assert_true(slice_is(t.flowed,
                         "Subject: x\n\ncopied, 2.01766 s\n> one two\n>> deeper \n> back\n"
                         "-- \nme\n"));
    arena_free(a);
}

static void delsp_takes_the_blank_away(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    MailPart part = { .charset = "",
                      .name = "",
                      .flowed = true,
                      .delsp = true,
                      .bytes = slice_of("1234 \n56 bytes\n") };
    assert_true(slice_is(text_of(a, &part, 1).flowed, "Subject: x\n\n123456 bytes\n"));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_tell_mail_from_pastes),
        cmocka_unit_test(parts_stand_one_below_the_other),
        cmocka_unit_test(flowed_lines_are_joined_beside_the_text_as_sent),
        cmocka_unit_test(delsp_takes_the_blank_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
