#include "ingest/command_split.h"

#include <string.h>

/* No command of one program is longer; a page without line ends may hold many. */
enum { LONGEST_SEGMENT = 4000 };

/* Where the words that begin at `start` end: an operator of the shell, or the quote around them. */
static Slice segment_at(Slice text, size_t start, char quote)
{
    char inner = 0;
    size_t i = start;
    text = slice_first(text, start + LONGEST_SEGMENT);
    for (; i < text.n; i++) {
        char c = text.p[i];
        if (inner) {
            if (c == inner)
                inner = 0;
        } else if (quote && c == quote) {
            break;
        } else if (c == '"' || c == '\'') {
            inner = c;
        } else if (slice_starts(slice_from(text, i), SLICE("$(("))) {
            size_t end = slice_find(slice_from(text, i), SLICE("))"));
            if (end == SLICE_NONE)
                return slice_from(text, start);
            i += end + 1;
        } else if (strchr(";|&)`<>\n", c)) {
            break;
        }
    }
    return slice_first(slice_from(text, start), i - start);
}

bool command_split_next(Slice line, size_t *from, bool (*wanted)(Slice base_name), Slice *segment)
{
    char quote = 0;
    bool at_word = true;
    for (size_t i = 0; i < line.n; i++) {
        char c = line.p[i];
        if (c == '"' || c == '\'')
            quote = quote == c ? 0 : quote ? quote : c;
        if (i >= *from && at_word && char_is_alnum(c)) {
            size_t n = i;
            while (n < line.n && !strchr(" \t;|&()`<>\"'/\n", line.p[n]))
                n++;
            Slice word = slice_first(slice_from(line, i), n - i);
            if ((n == line.n || line.p[n] != '/') && wanted(word)) {
                *segment = segment_at(line, i, quote);
                *from = i + segment->n;
                return true;
            }
        }
        at_word = c != '\0' && strchr(" \t;|&(`\"'/{\n", c) != NULL;
    }
    return false;
}
