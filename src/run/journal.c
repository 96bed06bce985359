#include "run/journal.h"

#include "base/buffer.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/json_write.h"
#include "base/mem.h"
#include "base/name_table.h"
#include "base/version.h"
#include "host/folder.h"
#include "host/output.h"
#include "method/candidates.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first line. Format 1 had neither this line nor checksums. */
static const char header[] = "{\"dbtool journal\": 2}\n";
static const char header_begin[] = "{\"dbtool journal\": ";
static const char format_1_begin[] = "{\"key\": \"";

/* The end of all other lines; "check" is the hash of the preceding bytes of the line. */
static const char check_begin[] = ", \"check\": \"";
static const char check_end[] = "\"}";
enum { HASH_DIGITS = 16 };

struct dbt_journal {
    const char *path;
    dbt_file file;
    dbt_file_id id; /* protected: no output may replace the journal */
    bool has_header;
    dbt_warning damage;
    dbt_names by_key; /* digits of the key to dbt_done; owned */
    char **rows;      /* stb_ds list, owned: the texts of dbt_done.rows */
};

/* ---- keys ---- */

/* Appends auto's candidates to `text`, a line each, if a cut uses auto, because another version may
 * have another list. One list covers cuts with and without a gap; the candidates' lengths are in
 * the job. */
static void add_candidates(const dbt_job *job, dbt_buffer *text)
{
    const dbt_tuning any = dbt_tuning_auto();
    const char *const asked = job->auto_methods.text;
    dbt_tuning *list = NULL;
    const bool chooses =
        dbt_chooses_methods(&job->sequence) && (!asked || dbt_candidates_read(&list, asked, NULL));
    for (int gap = 0; chooses && gap < 2; gap++) {
        dbt_tuning *candidates = NULL;
        const bool some = dbt_candidates_at(list, &any, gap, &candidates, NULL);
        for (ptrdiff_t c = 0; some && c < arrlen(candidates); c++) {
            dbt_tuning_text(&candidates[c], text);
            dbt_buffer_text(text, "\n");
        }
        arrfree(candidates);
    }
    arrfree(list);
}

uint64_t dbt_journal_job_hash(const dbt_job *job)
{
    dbt_buffer text = { 0 };
    dbt_buffer_format(&text, DBT_VERSION " \n%s\n%s\n%s\n", job->name, job->sequence_name,
                      dbt_path_from(job->folder, job->out));
    dbt_job_signature(job, true, job->folder, &text);
    add_candidates(job, &text);
    const uint64_t hash = dbt_digest_of(text.bytes, text.size);
    dbt_buffer_release(&text);
    return hash;
}

uint64_t dbt_journal_key(uint64_t job_hash, uint64_t inputs)
{
    dbt_digest digest;
    dbt_digest_begin(&digest);
    dbt_digest_add_word(&digest, job_hash);
    dbt_digest_add_word(&digest, inputs);
    return dbt_digest_end(&digest);
}

const dbt_done *dbt_journal_find(const dbt_journal *journal, uint64_t key)
{
    char digits[HASH_DIGITS + 1];
    snprintf(digits, sizeof digits, "%016" PRIx64, key);
    return dbt_names_get(&journal->by_key, digits);
}

/* ---- reading ---- */

/* Reads exactly 16 digits: a longer number is an error. */
static bool read_hash(const char *text, uint64_t *hash)
{
    if (!text || strlen(text) != HASH_DIGITS || strspn(text, "0123456789abcdef") != HASH_DIGITS)
        return false;
    *hash = strtoull(text, NULL, 16);
    return true;
}

/* Returns whether a line of `size` bytes ends with "check", the hash of its preceding bytes. */
static bool has_check(const char *text, size_t size)
{
    const size_t n_begin = sizeof check_begin - 1, n_end = sizeof check_end - 1;
    const size_t n_check = n_begin + HASH_DIGITS + n_end;
    char digits[HASH_DIGITS + 1] = "";
    uint64_t hash;
    if (size < n_check)
        return false;
    const char *check = text + (size - n_check);
    memcpy(digits, check + n_begin, HASH_DIGITS);
    return memcmp(check, check_begin, n_begin) == 0 &&
           memcmp(check + n_begin + HASH_DIGITS, check_end, n_end) == 0 &&
           read_hash(digits, &hash) && hash == dbt_digest_of(text, size - n_check);
}

static const char *member_text(const dbt_json *object, const char *name)
{
    return dbt_json_string(dbt_json_member(object, name));
}

/* Sets *size to the member `size`, bytes of the output. Returns false, with *size unchanged, if it
 * is missing or not from 0 to 2^53. */
static bool read_size(const dbt_json *object, uint64_t *size)
{
    const dbt_json *member = dbt_json_member(object, "size");
    double value;
    if (!member || !dbt_json_get_number(member, &value) || !(value >= 0.0 && value <= 0x1p53))
        return false;
    *size = (uint64_t)value;
    return true;
}

/* Reads a line's object: stores a job that is done, instead of an earlier one with its key; ignores
 * a failed job. Returns false if it is not an entry of a journal. */
static bool read_object(dbt_journal *journal, const dbt_json *object)
{
    const char *key = member_text(object, "key"), *status = member_text(object, "status");
    dbt_done done = { .rows = member_text(object, "rows") };
    if (!member_text(object, "out") || !status)
        return false;
    if (strcmp(status, "failed") == 0)
        return true;
    if (strcmp(status, "done") != 0 || !done.rows || !read_hash(key, &done.key) ||
        !read_hash(member_text(object, "hash"), &done.output.hash) ||
        !read_size(object, &done.output.size))
        return false;
    done.rows = dbt_texts_add(&journal->rows, done.rows, strlen(done.rows));
    *(dbt_done *)dbt_names_item(&journal->by_key, key, sizeof done) = done;
    return true;
}

/* Counts a damaged line in journal->damage, which has the path, and the number of the first one. */
static void add_damage(dbt_journal *journal, size_t number)
{
    dbt_warning *w = &journal->damage;
    if (w->count++ > 0)
        return;
    w->file = journal->path;
    w->line = number;
    w->col = 1;
    snprintf(w->msg, sizeof w->msg, "this line is damaged and is ignored");
}

/* Reads a line of `size` bytes, without its line feed, by read_object. A damaged line, or one that
 * is no entry, is counted and skipped. number: of the line, from 1. */
static void read_line(dbt_journal *journal, const char *text, size_t size, size_t number)
{
    dbt_json_doc doc;
    dbt_error why;
    bool ok = has_check(text, size) && dbt_json_read(&doc, text, size, journal->path, &why);
    if (ok) {
        ok = dbt_json_is_object(doc.root) && read_object(journal, doc.root);
        dbt_json_release(&doc);
    }
    if (!ok)
        add_damage(journal, number);
}

static bool begins_with(const dbt_buffer *text, const char *begin)
{
    return text->size >= strlen(begin) && memcmp(text->bytes, begin, strlen(begin)) == 0;
}

/* Fails with DBT_E_FORMAT, at line 1, if the first line is not the header. An empty text passes; a
 * torn header too, because it will be truncated. Does not set has_header. */
static bool check_header(const dbt_journal *journal, const dbt_buffer *text, dbt_error *err)
{
    const size_t n = sizeof header - 1, n_common = text->size < n ? text->size : n;
    if (n_common == 0 || memcmp(text->bytes, header, n_common) == 0)
        return true;
    if (begins_with(text, format_1_begin))
        return dbt_fail_at(err, DBT_E_FORMAT, journal->path, 1, 1,
                           "a journal of an earlier dbtool, without checksums: remove it or name "
                           "another file to run all jobs");
    return dbt_fail_at(
        err, DBT_E_FORMAT, journal->path, 1, 1, "%s: expected '%.*s' in the first line",
        begins_with(text, header_begin) ? "a damaged journal, or one of another format"
                                        : "not a journal",
        (int)(n - 1), header);
}

/* Reads all whole lines into by_key, counts damaged ones, and sets has_header if a whole line is
 * the header. *whole: receives their size in bytes, without a torn last line. Fails as
 * check_header; *whole is then 0. */
static bool read_lines(dbt_journal *journal, const dbt_buffer *text, size_t *whole, dbt_error *err)
{
    size_t number = 1;
    *whole = 0;
    if (!check_header(journal, text, err))
        return false;
    for (size_t at = 0; at < text->size; number++) {
        const char *line = text->bytes + at, *lf = memchr(line, '\n', text->size - at);
        if (!lf)
            return true; /* a torn line, without a line feed */
        const size_t size = (size_t)(lf - line);
        if (size == sizeof header - 2 && memcmp(line, header, size) == 0)
            journal->has_header = true; /* in any line: journals can be concatenated */
        else if (size > 0)
            read_line(journal, line, size, number);
        at = *whole = at + size + 1;
    }
    return true;
}

/* Reports a failed operation: what, "open". */
static bool fail_file(const dbt_journal *journal, const char *what, dbt_reason why, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "cannot %s: %s", what,
                       dbt_reason_text(why));
}

/* Opens, protects and locks the file, and sets journal->file and id; creates the file and its
 * folders if necessary. From then on only the open file is used, because the path may name another
 * file. Fails with DBT_E_IO, also if the file is not regular, is protected, or is locked by another
 * process; dbt_journal_close then cleans up. */
static bool open_file(dbt_journal *journal, dbt_error *err)
{
    dbt_file_status st;
    dbt_reason why = dbt_open(journal->path, DBT_OPEN_APPEND, &journal->file);
    if (why == DBT_R_MISSING) {
        if (!dbt_make_folders(journal->path, true, err))
            return false;
        why = dbt_open(journal->path, DBT_OPEN_APPEND, &journal->file);
    }
    if (!why)
        why = dbt_status_of_open(journal->file, &st);
    if (why)
        return fail_file(journal, "open", why, err);
    if (st.kind != DBT_FILE_REGULAR)
        return dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "cannot open: not a regular file");
    const char *protected = dbt_why_protected(dbt_file_id_from(&st));
    if (protected)
        return dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "%s", protected);
    journal->id = dbt_file_id_from(&st);
    dbt_protect(journal->id);
    /* Lock before reading: a line that another process is writing would appear torn. */
    return dbt_lock(journal->file) ||
           dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "another batch is writing this journal");
}

/* Appends the rest of the journal's file to `text`. Fails with DBT_E_IO. */
static bool read_file(const dbt_journal *journal, dbt_buffer *text, dbt_error *err)
{
    char bytes[1 << 16];
    size_t n;
    do {
        const dbt_reason why = dbt_read(journal->file, bytes, sizeof bytes, &n);
        if (why)
            return fail_file(journal, "read", why, err);
        dbt_buffer_add(text, bytes, n);
    } while (n > 0);
    return true;
}

dbt_journal *dbt_journal_open(const char *path, dbt_error *err)
{
    dbt_journal *journal = dbt_alloc_object(sizeof *journal);
    dbt_buffer text = { 0 };
    size_t whole = 0;
    *journal = (dbt_journal){ .path = path, .file = DBT_NO_FILE };
    bool ok = open_file(journal, err) && read_file(journal, &text, err) &&
              read_lines(journal, &text, &whole, err);
    const dbt_reason why =
        ok && whole < text.size ? dbt_truncate(journal->file, (long long)whole) : 0;
    if (why)
        ok = fail_file(journal, "write", why, err);
    dbt_buffer_release(&text);
    if (ok)
        return journal;
    dbt_journal_close(journal);
    return NULL;
}

void dbt_journal_close(dbt_journal *journal)
{
    if (!journal)
        return;
    dbt_unprotect(journal->id);
    if (journal->file != DBT_NO_FILE)
        (void)dbt_close(journal->file);
    dbt_texts_release(&journal->rows);
    dbt_names_release_values(&journal->by_key);
    dbt_free(journal);
}

const dbt_warning *dbt_journal_damage(const dbt_journal *journal)
{
    return &journal->damage;
}

/* ---- writing ---- */

/* Adds a hash as a JSON string. */
static void add_hash(dbt_json_out *json, const char *key, uint64_t hash)
{
    dbt_buffer_format(dbt_json_value(json, key), "\"%016" PRIx64 "\"", hash);
}

/* Writes a line, with its checksum and line feed, to the disk in one call, so that few lines can be
 * torn. line: a JSON object without its closing brace. Writes the header first if the file has
 * none, and sets has_header. Releases the line, also on failure. Fails with DBT_E_IO. */
static bool append(dbt_journal *journal, dbt_buffer *line, dbt_error *err)
{
    dbt_buffer text = { 0 };
    if (!journal->has_header)
        dbt_buffer_text(&text, header);
    dbt_buffer_add(&text, line->bytes, line->size);
    dbt_buffer_format(&text, "%s%016" PRIx64 "%s\n", check_begin,
                      dbt_digest_of(line->bytes, line->size), check_end);
    dbt_reason why = dbt_write(journal->file, text.bytes, text.size);
    if (!why)
        why = dbt_sync(journal->file);
    if (!why && !journal->has_header) /* a new file: sync its name too */
        why = dbt_sync_folder(journal->path);
    const bool ok = !why || fail_file(journal, "write", why, err);
    journal->has_header = journal->has_header || ok;
    dbt_buffer_release(&text);
    dbt_buffer_release(line);
    return ok;
}

bool dbt_journal_add(dbt_journal *journal, const dbt_job *job, double seconds, const dbt_done *done,
                     const char *failure, dbt_error *err)
{
    dbt_buffer line = { 0 };
    dbt_json_out json = { .out = &line, .escapes_bytes = true };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_add_text(&json, "name", job->name);
    dbt_json_add_text(&json, "out", job->out);
    dbt_json_add_text(&json, "status", failure ? "failed" : "done");
    dbt_json_add_number(&json, "seconds", seconds, 6);
    if (failure) {
        dbt_json_add_text(&json, "error", failure);
        return append(journal, &line, err);
    }
    add_hash(&json, "key", done->key);
    dbt_buffer_format(dbt_json_value(&json, "size"), "%" PRIu64, done->output.size);
    add_hash(&json, "hash", done->output.hash);
    dbt_json_add_text(&json, "rows", done->rows);
    return append(journal, &line, err);
}
