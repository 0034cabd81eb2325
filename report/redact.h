/*
 * redact.h - hosts, users and addresses replaced, consistently, before anything is published.
 *
 * "root@db7" becomes "user1@host1" wherever either stands; IP addresses become addr1 ..., mail
 * addresses user1@host1, /home/NAME /home/user1. What is a host or a user is learnt from prompts,
 * mail addresses, NFS sources and the facts host, user, machine of the runs; the same name gets the
 * same word everywhere. Replaces strings of the documents in place; line numbers stay, byte spans do not.
 */
#ifndef REPORT_REDACT_H
#define REPORT_REDACT_H

#include "base/model.h"

typedef struct Redactor Redactor;

Redactor *redact_new(Arena *a);
/* Learns from all documents first, so that the order does not matter; then redact_documents. */
void redact_documents(Redactor *r, Document *const *documents, size_t n);
/* One text; the copy lives in the redactor's arena. */
Slice redact_text(Redactor *r, Slice text);
void redact_learn_text(Redactor *r, Slice text);

#endif
