/*
 * ioping_line.h - what ioping prints, found anywhere in a text. Layouts of 0.4 to 1.3.
 *
 * Units: k, M, G behind counts are 10^3; KiB ... and the older kb, mb, gb, Gb are 2^10.
 */
#ifndef INGEST_IOPING_LINE_H
#define INGEST_IOPING_LINE_H

#include "base/number.h"

/* A figure with its unit; factor: base units in one of the printed. */
typedef struct IopingFigure {
    bool has;
    Number n;
    double factor;
    Slice unit;
} IopingFigure;

/* "/mnt/data (ext4 /dev/sda1 238.4 GiB)" */
typedef struct IopingTarget {
    Slice path, fs, device; /* fs, device empty for "(block device 64 MiB)" */
    IopingFigure size;      /* of the file system or device */
} IopingTarget;

typedef enum IopingWay { IOPING_UNKNOWN, IOPING_READ, IOPING_WRITE, IOPING_MIXED } IopingWay;

/* "4 KiB <<< /mnt (ext4 /dev/sda1): request=1 time=178.5 us (warmup)" */
typedef struct IopingRequest {
    Slice when; /* "Nov 30 07:46:58" (-I), or empty */
    IopingFigure size, time;
    IopingWay way;
    bool arrows; /* "<<<": 1.0 and later */
    IopingTarget target;
    uint64_t number;
    bool warmup, excluded; /* excluded: not counted by ioping, for whatever reason */
} IopingRequest;

/* "5 requests completed in 1.43 ms, 20 KiB read, 3.49 k iops, 13.6 MiB/s" */
typedef struct IopingCompleted {
    IopingFigure requests, time, bytes, iops, bw;
    IopingWay way; /* by the word behind the size; unknown before 1.0 */
} IopingCompleted;

/* "5 too fast, generated 6 requests in 250.7 ms, 24 KiB, 23 iops, 95.7 KiB/s" */
typedef struct IopingGenerated {
    IopingFigure too_fast, too_slow, requests, time, bytes, iops, bw;
} IopingGenerated;

/* min/avg/max/mdev */
typedef struct IopingLatency {
    IopingFigure value[4];
} IopingLatency;

typedef enum IopingKind {
    IOPING_REQUEST,
    IOPING_HEAD,
    IOPING_COMPLETED,
    IOPING_GENERATED,
    IOPING_LATENCY,
    IOPING_FAILED, /* "request failed: Invalid argument" */
} IopingKind;

typedef struct IopingPart {
    IopingKind kind;
    size_t start, end;
    bool whole; /* false: the line ends before what every version prints */
    union {
        IopingRequest request;
        IopingTarget head;
        IopingCompleted completed;
        IopingGenerated generated;
        IopingLatency latency;
        Slice failure;
    } u;
} IopingPart;

bool ioping_part_next(Slice text, size_t from, IopingPart *out);

/* A raw row (-p, -P, -B): 4, 8 or 10 integers; their number, else 0. */
enum { IOPING_MOST_COLUMNS = 10 };
size_t ioping_row(Slice text, Number column[IOPING_MOST_COLUMNS]);

#endif
