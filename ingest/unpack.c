/*
 * plimsoll-unpack: archives and mail on standard input, plain documents on standard output.
 *
 * A program of its own, because it holds libarchive and GMime and reads what strangers made. The
 * caller limits its memory, its time and its output; this file limits count, ratio and depth.
 *
 *   plimsoll-unpack archive BYTES    gz, xz, bz2, zst, lz4; tar, zip, 7z, cpio; at most BYTES out
 *   plimsoll-unpack mail BYTES       one message
 *   plimsoll-unpack mbox BYTES       many
 *   plimsoll-unpack --version        of its libraries
 *
 * Output: records, each a letter, numbers, a newline and then as many bytes as the numbers say.
 *   R SIZE                  what a compressed file held
 *   M NAME SIZE             a member: its name, its bytes
 *   L START                 a message begins; offset in the input
 *   H SIZE                  its From, Date and Subject, UTF-8
 *   P FLAGS CHARSET NAME SIZE   a part: h html, f flowed, d delsp, a attachment, b binary, - none
 *   E SIZE                  something could not be read; why
 *   Z                       the end; without it something is missing
 */
#include <archive.h>
#include <archive_entry.h>
#include <gmime/gmime.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

enum {
    MOST_MEMBERS = 10000,
    MOST_MAILS = 4000000, /* their bytes are bounded already */
    MOST_DEPTH = 16,
    PIECE_BYTES = 65536,
    MOST_RATIO = 300,              /* repeated text packs 100 to 1; a bomb 1000 to 1 */
    FREE_BYTES = 16 * 1024 * 1024, /* below this no ratio is asked for */
};

/* What is left of the limits. */
static size_t bytes_left, input_bytes, written;
static bool limit_met;

static void complain(const char *text)
{
    printf("E %zu\n%s", strlen(text), text);
}

/* --- archives --- */

/* The bytes of an entry so far. */
typedef struct Bytes {
    char *p;
    size_t n, cap;
} Bytes;

/* A block of libarchive at its place; holes are zeros. false: no memory, or a limit (*why). */
static bool add_block(Bytes *b, const void *block, size_t n, la_int64_t offset, const char **why)
{
    size_t end = (size_t)offset + n;
    *why = "larger than the limit";
    if (offset < 0 || (size_t)offset > bytes_left || end > bytes_left)
        return false;
    *why = "grows too much when unpacked";
    if (written + end > FREE_BYTES && written + end > input_bytes * (size_t)MOST_RATIO)
        return false;
    *why = "out of memory";
    while (end > b->cap) {
        char *grown = realloc(b->p, b->cap = b->cap ? 2 * b->cap : PIECE_BYTES);
        if (!grown)
            return false;
        b->p = grown;
    }
    if ((size_t)offset > b->n)
        memset(b->p + b->n, 0, (size_t)offset - b->n);
    if (n)
        memcpy(b->p + offset, block, n);
    if (end > b->n)
        b->n = end;
    return true;
}

/*
 * The bytes of the entry; NULL: none, it is too large. *why is NULL when they are all there; a cut
 * file gives what came before.
 */
static char *read_entry(struct archive *a, size_t *size, const char **why)
{
    Bytes b = { .p = malloc(1), .cap = 1 };
    const void *block;
    size_t n;
    la_int64_t offset;
    int rc = ARCHIVE_OK;
    while (b.p && (rc = archive_read_data_block(a, &block, &n, &offset)) == ARCHIVE_OK)
        if (!add_block(&b, block, n, offset, why)) {
            limit_met = true;
            free(b.p);
            return NULL;
        }
    *why = !b.p                ? "out of memory"
           : rc == ARCHIVE_EOF ? NULL
                               : archive_error_string(a) ? archive_error_string(a) : "cannot be unpacked";
    *size = b.n;
    if (b.p && (b.n || !*why))
        return b.p;
    free(b.p);
    return NULL;
}

static bool write_entry(struct archive *a, struct archive_entry *entry, bool raw, unsigned number)
{
    const char *name = archive_entry_pathname_utf8(entry);
    if (!name)
        name = archive_entry_pathname(entry);
    char made_up[32];
    snprintf(made_up, sizeof made_up, "member-%u", number);
    if (!name)
        name = made_up;
    if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != 0)
        return true;
    if (strstr(name, "__MACOSX/"))
        return true;
    size_t size;
    const char *why;
    char *bytes = read_entry(a, &size, &why);
    if (why) {
        char text[512];
        snprintf(text, sizeof text, "%.200s: %.200s", raw ? "content" : name, why);
        complain(text);
    }
    if (!bytes)
        return false;
    if (raw)
        printf("R %zu\n", size);
    else
        printf("M %zu %zu\n%s", strlen(name), size, name);
    fwrite(bytes, 1, size, stdout);
    free(bytes);
    bytes_left -= size;
    written += size;
    return !why;
}

static struct archive *reader_new(void)
{
    struct archive *a = archive_read_new();
    /* By name: "all" would start programs for rare filters. */
    archive_read_support_filter_gzip(a);
    archive_read_support_filter_bzip2(a);
    archive_read_support_filter_xz(a);
    archive_read_support_filter_lzma(a);
    archive_read_support_filter_zstd(a);
    archive_read_support_filter_lz4(a);
    archive_read_support_format_tar(a);
    archive_read_support_format_zip(a);
    archive_read_support_format_7zip(a);
    archive_read_support_format_cpio(a);
    archive_read_support_format_raw(a);
    archive_read_support_format_empty(a);
    return a;
}

/* Frees a. */
static void write_members(struct archive *a)
{
    struct archive_entry *entry;
    for (unsigned i = 1; i <= MOST_MEMBERS; i++) {
        int rc = archive_read_next_header(a, &entry);
        if (rc == ARCHIVE_EOF)
            break;
        if (rc == ARCHIVE_RETRY)
            continue;
        if (rc < ARCHIVE_WARN) {
            complain(archive_error_string(a) ? archive_error_string(a) : "broken archive");
            break;
        }
        if (!write_entry(a, entry, archive_format(a) == ARCHIVE_FORMAT_RAW, i))
            break;
        if (i == MOST_MEMBERS)
            complain("more members than are read");
    }
    archive_read_free(a);
}

/*
 * What comes out of a gzip file before its end is missed. libarchive gives blocks of 64 KiB and keeps the last
 * one to itself when the file is cut: most logs are shorter than that. NULL: nothing.
 */
static char *cut_gzip(size_t *size)
{
    enum { MOST_BYTES = 1024 * 1024 };
    unsigned char mark[2];
    if (lseek(STDIN_FILENO, 0, SEEK_SET) != 0 || read(STDIN_FILENO, mark, 2) != 2 || mark[0] != 0x1f ||
        mark[1] != 0x8b || lseek(STDIN_FILENO, 0, SEEK_SET) != 0)
        return NULL;
    g_mime_init();
    GMimeStream *in = g_mime_stream_pipe_new(STDIN_FILENO), *out = g_mime_stream_filter_new(in);
    GMimeFilter *unzip = g_mime_filter_gzip_new(GMIME_FILTER_GZIP_MODE_UNZIP, 0);
    g_mime_stream_pipe_set_owner(GMIME_STREAM_PIPE(in), FALSE);
    g_mime_stream_filter_add(GMIME_STREAM_FILTER(out), unzip);
    size_t most = bytes_left < MOST_BYTES ? bytes_left : MOST_BYTES;
    char *bytes = malloc(most + 1);
    ssize_t got = 0;
    for (*size = 0; bytes && *size < most && (got = g_mime_stream_read(out, bytes + *size, most - *size)) > 0;)
        *size += (size_t)got;
    g_object_unref(unzip);
    g_object_unref(out);
    g_object_unref(in);
    g_mime_shutdown();
    if (*size)
        return bytes;
    free(bytes);
    return NULL;
}

static int unpack_archive(void)
{
    struct archive *a = reader_new();
    if (archive_read_open_fd(a, STDIN_FILENO, PIECE_BYTES) == ARCHIVE_OK) {
        write_members(a);
    } else {
        complain(archive_error_string(a) ? archive_error_string(a) : "not an archive");
        archive_read_free(a);
    }
    size_t size;
    char *bytes = written || limit_met ? NULL : cut_gzip(&size);
    if (!bytes)
        return 0;
    a = reader_new();
    if (archive_read_open_memory(a, bytes, size) == ARCHIVE_OK)
        write_members(a);
    else
        archive_read_free(a);
    free(bytes);
    return 0;
}

/* --- mail --- */

static void write_headers(GMimeMessage *m)
{
    GString *s = g_string_new(NULL);
    char *from = internet_address_list_to_string(g_mime_message_get_from(m), NULL, FALSE);
    const char *date = g_mime_object_get_header(GMIME_OBJECT(m), "Date");
    const char *subject = g_mime_message_get_subject(m);
    if (from && *from)
        g_string_append_printf(s, "From: %s\n", from);
    if (date)
        g_string_append_printf(s, "Date: %s\n", date);
    if (subject)
        g_string_append_printf(s, "Subject: %s\n", subject);
    printf("H %zu\n", s->len);
    fwrite(s->str, 1, s->len, stdout);
    g_string_free(s, TRUE);
    g_free(from);
}

static bool has_ending(const char *name, const char *const *endings)
{
    for (; *endings; endings++)
        if (g_str_has_suffix(name, *endings))
            return true;
    return false;
}

/* Attachments that may hold results, whatever their type claims. */
static bool is_worth_reading(const char *name)
{
    static const char *const endings[] = {
        ".txt", ".log", ".out", ".csv", ".tsv", ".json", ".md", ".html", ".htm", ".gz",
        ".xz",  ".zst", ".bz2", ".zip", ".tar", ".tgz",  ".7z", ".eml",  NULL,
    };
    return name && has_ending(name, endings);
}

static void write_part(GMimePart *part)
{
    GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(part));
    const char *name = g_mime_part_get_filename(part);
    bool is_text = g_mime_content_type_is_type(type, "text", "*");
    if (!is_text && !is_worth_reading(name))
        return;
    const char *charset = g_mime_content_type_get_parameter(type, "charset");
    const char *format = g_mime_content_type_get_parameter(type, "format");
    const char *delsp = g_mime_content_type_get_parameter(type, "delsp");
    const char *disposition = g_mime_object_get_disposition(GMIME_OBJECT(part));
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    GMimeStream *memory = g_mime_stream_mem_new();
    if (content)
        g_mime_data_wrapper_write_to_stream(content, memory);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory));
    if (bytes->len > bytes_left) {
        complain("a mail larger than the limit");
        bytes_left = 0;
    } else {
        bytes_left -= bytes->len;
        if (!charset)
            charset = "";
        if (!name)
            name = "";
        printf("P -%s%s%s%s%s %zu %zu %u\n%s%s",
               g_mime_content_type_is_type(type, "text", "html") ? "h" : "",
               format && g_ascii_strcasecmp(format, "flowed") == 0 ? "f" : "",
               delsp && g_ascii_strcasecmp(delsp, "yes") == 0 ? "d" : "",
               disposition && g_ascii_strcasecmp(disposition, "attachment") == 0 ? "a" : "",
               is_text ? "" : "b", strlen(charset), strlen(name), bytes->len, charset, name);
        if (bytes->len)
            fwrite(bytes->data, 1, bytes->len, stdout);
    }
    g_object_unref(memory);
}

static bool holds(GMimeObject *o, const char *subtype, int depth)
{
    if (depth > MOST_DEPTH)
        return false;
    if (GMIME_IS_MULTIPART(o)) {
        int n = g_mime_multipart_get_count(GMIME_MULTIPART(o));
        for (int i = 0; i < n; i++)
            if (holds(g_mime_multipart_get_part(GMIME_MULTIPART(o), i), subtype, depth + 1))
                return true;
        return false;
    }
    return g_mime_content_type_is_type(g_mime_object_get_content_type(o), "text", subtype);
}

static void write_object(GMimeObject *o, int depth);

/* The same text more than once: plain is best, then HTML, then whatever comes last. */
static void write_alternative(GMimeMultipart *m, int depth)
{
    int n = g_mime_multipart_get_count(m), best = n - 1;
    static const char *const wanted[] = { "plain", "html" };
    for (size_t w = 0; w < 2; w++)
        for (int i = 0; i < n; i++)
            if (holds(g_mime_multipart_get_part(m, i), wanted[w], depth)) {
                best = i;
                w = 2;
                break;
            }
    if (best >= 0)
        write_object(g_mime_multipart_get_part(m, best), depth + 1);
}

static void write_object(GMimeObject *o, int depth)
{
    if (!o || depth > MOST_DEPTH) {
        if (o)
            complain("parts within parts too deep to be read");
        return;
    }
    if (GMIME_IS_MESSAGE_PART(o)) {
        GMimeMessage *inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(o));
        if (inner) {
            write_headers(inner);
            write_object(g_mime_message_get_mime_part(inner), depth + 1);
        }
    } else if (GMIME_IS_MULTIPART(o)) {
        GMimeMultipart *m = GMIME_MULTIPART(o);
        GMimeContentType *type = g_mime_object_get_content_type(o);
        if (g_mime_content_type_is_type(type, "multipart", "alternative")) {
            write_alternative(m, depth);
            return;
        }
        for (int i = 0; i < g_mime_multipart_get_count(m); i++)
            write_object(g_mime_multipart_get_part(m, i), depth + 1);
    } else if (GMIME_IS_PART(o)) {
        write_part(GMIME_PART(o));
    }
}

static int unpack_mail(bool many)
{
    g_mime_init();
    GMimeStream *stream = g_mime_stream_pipe_new(STDIN_FILENO);
    g_mime_stream_pipe_set_owner(GMIME_STREAM_PIPE(stream), FALSE);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, many ? GMIME_FORMAT_MBOX : GMIME_FORMAT_MESSAGE);
    g_mime_parser_set_persist_stream(parser, FALSE);
    for (int i = 0; i < MOST_MAILS && bytes_left > 0; i++) {
        if (many && g_mime_parser_eos(parser))
            break;
        GMimeMessage *m = g_mime_parser_construct_message(parser, NULL);
        if (!m) {
            if (i == 0)
                complain("no mail in it");
            break;
        }
        gint64 start = many ? g_mime_parser_get_mbox_marker_offset(parser) : 0;
        printf("L %lld\n", (long long)(start < 0 ? 0 : start));
        write_headers(m);
        write_object(g_mime_message_get_mime_part(m), 0);
        g_object_unref(m);
        if (!many)
            break;
    }
    g_object_unref(parser);
    g_object_unref(stream);
    g_mime_shutdown();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return printf("GMime %u.%u.%u\n%s\n", gmime_major_version, gmime_minor_version, gmime_micro_version,
                      archive_version_string()) < 0;
    if (argc != 3) {
        fputs("usage: plimsoll-unpack archive|mail|mbox BYTES <input\n", stderr);
        return 2;
    }
    bytes_left = (size_t)strtoull(argv[2], NULL, 10);
    off_t size = lseek(STDIN_FILENO, 0, SEEK_END);
    input_bytes = size > 0 ? (size_t)size : 0;
    lseek(STDIN_FILENO, 0, SEEK_SET);
    int status = 2;
    if (strcmp(argv[1], "archive") == 0)
        status = unpack_archive();
    else if (strcmp(argv[1], "mail") == 0 || strcmp(argv[1], "mbox") == 0)
        status = unpack_mail(strcmp(argv[1], "mbox") == 0);
    fputs("Z\n", stdout);
    return fflush(stdout) == 0 && !ferror(stdout) ? status : 3;
}
