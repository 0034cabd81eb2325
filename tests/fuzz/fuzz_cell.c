/* One cell of a table; and the lines as a whole table, through the splitters. */
#include <math.h>

#include "fuzz.h"
#include "ingest/lines.h"
#include "ingest/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n == 0)
        return 0;
    Document *d = fuzz_document(data, n);
    d->text = d->bytes;
    Lines *lines = lines_new(d);
    for (size_t i = 0; i < lines_count(lines); i++) {
        const Line *line = lines_at(lines, i);
        TableMarks marks = { .comma_is_decimal = data[0] & 1, .no_groups = data[0] & 2 };
        table_number_prove(line->text, &marks);
        TableCell cell;
        table_cell_read(table_text_plain(line, line->text), &marks, &cell);
        FUZZ_MUST(cell.n_values <= TABLE_MOST_VALUES);
        for (size_t k = 0; k < cell.n_values; k++)
            FUZZ_MUST(isfinite(cell.value[k].number.value));
        table_cell_is_duration(&cell);
        table_foreign_heading(line->text);
    }
    document_free(d);
    return 0;
}
