/*
 * conditions.h - what differs between the columns, what is the same, and what varies unseen.
 */
#ifndef ANALYZE_CONDITIONS_H
#define ANALYZE_CONDITIONS_H

#include "analyze/projection.h"

/* column_of: index of the column for each part (used ones only). */
void conditions_list(const Parts *p, const Projection *projection, const uint32_t *column_of,
                     Table *t);
/* Facts that were projected nowhere and still vary inside a cell: caution mixed-cell. */
void conditions_residue(const Parts *p, const Projection *projection, Table *t);

#endif
