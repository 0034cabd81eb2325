/*
 * part.h - what the measures of a comparison belong to: equal runs folded into one.
 *
 * A Profile stands for all runs with the same tool, version, label, workload and facts; a Part is
 * one scope of a profile. A hundred thousand runs of a few configurations have a few hundred parts,
 * and everything but the figures themselves is decided once a part.
 */
#ifndef ANALYZE_PART_H
#define ANALYZE_PART_H

#include "analyze/intern.h"
#include "base/key.h"
#include "base/model.h"

typedef struct PartFact {
    uint32_t key, value; /* texts */
    KeyRole role;
    bool by_user;
} PartFact;

typedef struct Part {
    const Run *run; /* the first of its profile */
    const char *scope;
    uint32_t profile;
    uint32_t identity;   /* text: what the scope is called wherever it is the same part */
    uint32_t params;     /* the same without names that a user gives freely (fio job names) */
    const char *display; /* the scope as a reader knows it */
    VEC(PartFact) own;   /* facts of this scope */
    bool used;           /* some measure of it is compared */
    /* filled by projection.h */
    uint32_t group, column; /* texts */
    uint32_t work;          /* equal for equal work of the same scope */
    const char *workload;   /* as a reader knows it */
} Part;

typedef struct PartCache {
    const Measure *measure;
    uint32_t series;
} PartCache;

typedef struct Profile {
    const Run *run;
    VEC(PartFact)
    facts; /* of the whole run; one a key, the first wins unless a user set a later one */
    VEC(uint32_t) parts;
    size_t runs; /* how many it stands for */
    /* what stood at position i of the last such run, for grouping without hashing */
    VEC(struct PartCache) cache;
} Profile;

typedef struct Parts {
    Arena *arena;
    Intern *text, *profile_key, *part_key, *role_key;
    VEC(KeyRole) roles; /* by role_key id */
    VEC(Profile) profiles;
    VEC(Part) parts;
    const Run *const *runs;
    size_t n;
    uint32_t *profile_of; /* n */
} Parts;

/* keys: further things that tell runs apart: "document", "session", "time" as filter_value() knows
 * them. */
Parts *parts_new(Arena *a, const Run *const *runs, size_t n, const char *const *keys,
                 size_t n_keys);
/* The part of a scope, made when it is new. */
uint32_t parts_of(Parts *p, uint32_t profile, const char *scope);
/* INTERN_NONE: no figure or fact has it. */
uint32_t parts_find(const Parts *p, uint32_t profile, const char *scope);
/* All parts are known: work out what numbered scopes are called. */
void parts_identify(Parts *p);

/* Value (text id) of a fact, of the scope else of the run; INTERN_NONE: unknown. */
uint32_t part_fact(const Parts *p, const Part *part, uint32_t key);
/* All facts that hold for a part: own ones, then those of the run that they do not hide. */
size_t part_facts(const Parts *p, const Part *part, const PartFact **out);
/* As filter_value(), for a part. NULL: none. */
const char *part_value(const Parts *p, const Part *part, const char *key);
KeyRole parts_role(Parts *p, const char *tool, const char *key);

#endif
