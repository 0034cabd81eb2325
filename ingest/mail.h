/*
 * mail.h - the text of a message: its From, Date and Subject, and its parts one below the other.
 */
#ifndef INGEST_MAIL_H
#define INGEST_MAIL_H

#include "ingest/container.h"

typedef struct MailText {
    Slice text;   /* lines as they were sent */
    Slice flowed; /* format=flowed lines joined (RFC 3676); n == 0: there is none */
    const char *charset; /* of the first part that was not UTF-8; "" */
} MailText;

/*
 * charset: what the user says, NULL. Joining flowed lines can damage a table whose lines end with a
 * blank: read `text` first.
 */
MailText mail_text(Arena *a, const Message *m, const char *charset);

#endif
