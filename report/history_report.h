/*
 * history_report.h - histories and gates for people and programs.
 *
 * Text keeps the promises of page.h. JSON: schemas plimsoll.history/1 and plimsoll.check/1; numbers
 * that do not exist are null. JUnit: one testcase a series; what cannot be told is skipped with its
 * reason, a release that was not measured is an error.
 */
#ifndef REPORT_HISTORY_REPORT_H
#define REPORT_HISTORY_REPORT_H

#include "analyze/gate.h"
#include "base/buf.h"

typedef struct HistoryShow {
    bool only_regressions; /* series and changes that turned to the worse */
    bool only_new;         /* changes nobody said anything about yet */
    size_t since;          /* changes from this release of the track on; 0: all */
    size_t most;           /* series; 0: all */
} HistoryShow;

void history_text(Buf *b, const History *h, const HistoryShow *show);
void history_json(Buf *b, const History *h, const HistoryShow *show);
/* charts: one SVG a series of h, empty where there is none; NULL: none at all. */
void history_html(Buf *b, Arena *a, const History *h, const HistoryShow *show, const Slice *charts,
                  const char *version);

/* Is there anything of this series to show? */
bool history_shows(const HistorySeries *s, const HistoryShow *show);
bool history_shows_change(const HistorySeries *s, const HistoryChange *c, const HistoryShow *show);

void gate_text(Buf *b, const Gate *g);
void gate_json(Buf *b, const Gate *g);
void gate_junit(Buf *b, const Gate *g);

/* "dd write bs=16k | NFS read.bw": how a series is called on one line. */
void history_name(Buf *b, const HistorySeries *s);

#endif
