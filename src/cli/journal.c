#define _DEFAULT_SOURCE /* flock */
#include "cli/journal.h"

#include "cli/fileio.h"
#include "cli/gate.h"

#include "core/json.h"
#include "core/mem.h"
#include "core/names.h"
#include "core/text.h"
#include "dbtool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* What an output was last written by. */
typedef struct done_job {
    char *out;    /* owned, as rows */
    char key[17]; /* 16 hexadecimal digits */
    char *rows;
    size_t line; /* of the journal */
} done_job;

/* The hash of a file's bytes. */
typedef struct hashed_file {
    char *path; /* owned */
    uint64_t hash;
} hashed_file;

struct cli_journal {
    const char *path;
    int fd;
    dbt_names by_out, by_path; /* to the following */
    done_job **done;           /* stb_ds list */
    hashed_file **files;       /* stb_ds list */
};

/* ---- keys ---- */

static void format_key(uint64_t key, char out[17])
{
    snprintf(out, 17, "%016" PRIx64, key);
}

/* Multiply and fold, eight bytes at a time; not against an adversary, who could
 * edit the journal anyway. The constant is that of splitmix64. */
static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t n)
{
    while (n > 0) {
        uint64_t word = 0;
        const size_t taken = n < sizeof word ? n : sizeof word;
        for (size_t i = 0; i < taken; i++) /* the same on every machine */
            word |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
        hash = (hash ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 29;
        bytes += taken;
        n -= taken;
        hash += taken; /* "a" and "a\0" differ */
    }
    return hash * UINT64_C(0x94d049bb133111eb);
}

static uint64_t hash_file(cli_journal *journal, const char *path)
{
    const hashed_file *known = dbt_names_get(&journal->by_path, path);
    if (known)
        return known->hash;
    hashed_file *file = dbt_list_realloc(NULL, sizeof *file);
    *file = (hashed_file){ .path = dbt_list_copy_text(path) };
    cli_input input;
    if (cli_input_read(path, &input, NULL)) {
        file->hash = hash_bytes(1, input.bytes, input.size);
        cli_input_release(&input);
    }
    arrput(journal->files, file);
    dbt_names_put(&journal->by_path, file->path, file);
    return file->hash;
}

bool cli_journal_key(cli_journal *journal, const dbt_job *job, uint64_t *out, dbt_error *err)
{
    dbt_buffer line = { 0 };
    dbt_buffer_text(&line, DBT_VERSION " ");
    dbt_job_format(job, &line);
    const bool ok = dbt_buffer_check(&line, err);
    uint64_t key = hash_bytes(0, line.bytes ? line.bytes : "", line.size);
    dbt_buffer_release(&line);
    if (!ok)
        return false;
    for (int i = 0; i < job->n_cuts; i++)
        key = key * 31 + hash_file(journal, job->cuts[i].clip);
    for (int i = 1; i < job->n_cuts; i++)
        if (job->cuts[i].setting.file.begin) /* whole and terminated in a plan */
            key = key * 31 + hash_file(journal, job->cuts[i].setting.file.begin);
    for (ptrdiff_t l = 0; l < arrlen(job->layers); l++)
        for (ptrdiff_t i = 0; i < arrlen(job->layers[l].clips); i++)
            key = key * 31 + hash_file(journal, job->layers[l].clips[i].clip);
    *out = job->limits ? key * 31 + hash_file(journal, job->limits) : key;
    return true;
}

const char *cli_journal_rows(const cli_journal *journal, const dbt_job *job, uint64_t key,
                             dbt_error *damage)
{
    char text[17];
    const done_job *done = dbt_names_get(&journal->by_out, job->out);
    format_key(key, text);
    if (!done || strcmp(done->key, text) != 0)
        return NULL;
    if (cli_rows_are_whole(done->rows, strlen(done->rows), (size_t)job->n_cuts - 1))
        return done->rows;
    dbt_fail_at(damage, DBT_E_FORMAT, journal->path, done->line, 1,
                "the metric rows of job '%.80s' are damaged, so it runs again", job->name);
    return NULL;
}

static void note_done(cli_journal *journal, const char *out, const char *key, const char *rows,
                      size_t line)
{
    done_job *done = (done_job *)(uintptr_t)dbt_names_get(&journal->by_out, out);
    if (!done) {
        done = dbt_list_realloc(NULL, sizeof *done);
        *done = (done_job){ .out = dbt_list_copy_text(out) };
        arrput(journal->done, done);
        dbt_names_put(&journal->by_out, done->out, done);
    }
    dbt_free(done->rows);
    done->rows = dbt_list_copy_text(rows);
    done->line = line;
    snprintf(done->key, sizeof done->key, "%s", key);
}

/* ---- reading ---- */

static bool fail_line(const cli_journal *journal, size_t number, dbt_error *err)
{
    return dbt_fail_at(err, DBT_E_FORMAT, journal->path, number, 1,
                       "expected a journal's line, with \"key\", \"out\" and \"status\"");
}

/* No more and no less: what is longer must not pass for what it begins with. */
static bool is_key(const char *text)
{
    return text && strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

static bool is_text(const dbt_json *node, const char *text)
{
    return dbt_json_string(node) && strcmp(dbt_json_string(node), text) == 0;
}

static bool read_line(cli_journal *journal, const char *text, size_t size, size_t number,
                      dbt_error *err)
{
    dbt_json_doc doc;
    if (!dbt_json_read(&doc, text, size, journal->path, err)) {
        if (err)
            err->line = number;
        return false;
    }
    const bool object = dbt_json_is_object(doc.root);
    const dbt_json *key = object ? dbt_json_member(doc.root, "key") : NULL;
    const dbt_json *status = object ? dbt_json_member(doc.root, "status") : NULL;
    const dbt_json *out = object ? dbt_json_member(doc.root, "out") : NULL;
    const dbt_json *rows = object ? dbt_json_member(doc.root, "rows") : NULL;
    const bool done = status && is_text(status, "done");
    const bool ok = key && is_key(dbt_json_string(key)) && out && dbt_json_string(out) &&
                    (done ? rows && dbt_json_string(rows) : status && is_text(status, "failed"));
    if (ok && done)
        note_done(journal, dbt_json_string(out), dbt_json_string(key), dbt_json_string(rows),
                  number);
    dbt_json_release(&doc);
    return ok || fail_line(journal, number, err);
}

/* How cli_journal_add begins each line. */
static const char line_begin[] = "{\"key\": \"";

static bool is_begun(const char *text, size_t size)
{
    const size_t n = size < sizeof line_begin - 1 ? size : sizeof line_begin - 1;
    return memcmp(text, line_begin, n) == 0;
}

static bool read_lines(cli_journal *journal, const cli_input *input, size_t *whole, dbt_error *err)
{
    size_t number = 1;
    *whole = 0;
    for (size_t at = 0; at < input->size; number++) {
        const char *lf = memchr(input->bytes + at, '\n', input->size - at);
        if (!lf) /* torn; but a file of something else is not cut */
            return is_begun(input->bytes + at, input->size - at) || fail_line(journal, number, err);
        const size_t end = (size_t)(lf - input->bytes);
        if (end > at && !read_line(journal, input->bytes + at, end - at, number, err))
            return false;
        at = *whole = end + 1;
    }
    return true;
}

static bool open_journal(cli_journal *journal, dbt_error *err)
{
    cli_input input = { 0 };
    size_t whole = 0;
    struct stat st;
    if (stat(journal->path, &st) == 0 && !S_ISREG(st.st_mode)) /* opening a pipe would wait */
        return dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "cannot open: not a regular file");
    journal->fd = open(journal->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal->fd < 0)
        return dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "cannot open: %s", strerror(errno));
    /* Before it is read: a line that another is writing is not torn. A file system
     * without locks: go on without. */
    if (flock(journal->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0,
                           "another batch is writing this journal");
    if (!cli_input_read(journal->path, &input, err))
        return false;
    bool ok = read_lines(journal, &input, &whole, err);
    const bool torn = whole < input.size;
    cli_input_release(&input);
    if (ok && torn && ftruncate(journal->fd, (off_t)whole) != 0)
        ok = dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "cannot write: %s", strerror(errno));
    return ok;
}

cli_journal *cli_journal_open(const char *path, dbt_hash_key hash_key, dbt_error *err)
{
    cli_journal *journal = dbt_list_realloc(NULL, sizeof *journal);
    *journal =
        (cli_journal){ .path = path, .fd = -1, .by_out.key = hash_key, .by_path.key = hash_key };
    if (open_journal(journal, err))
        return journal;
    cli_journal_close(journal);
    return NULL;
}

void cli_journal_close(cli_journal *journal)
{
    if (!journal)
        return;
    if (journal->fd >= 0)
        close(journal->fd);
    for (ptrdiff_t i = 0; i < arrlen(journal->done); i++) {
        dbt_free(journal->done[i]->out);
        dbt_free(journal->done[i]->rows);
        dbt_free(journal->done[i]);
    }
    for (ptrdiff_t i = 0; i < arrlen(journal->files); i++) {
        dbt_free(journal->files[i]->path);
        dbt_free(journal->files[i]);
    }
    arrfree(journal->done);
    arrfree(journal->files);
    dbt_names_release(&journal->by_out);
    dbt_names_release(&journal->by_path);
    dbt_free(journal);
}

/* ---- writing ---- */

bool cli_journal_add(cli_journal *journal, uint64_t key, const dbt_job *job, double seconds,
                     const char *rows, const char *failure, dbt_error *err)
{
    dbt_buffer line = { 0 };
    char text[17];
    format_key(key, text);
    dbt_buffer_format(&line, "%s%s\", \"name\": ", line_begin, text);
    dbt_buffer_json(&line, job->name);
    dbt_buffer_text(&line, ", \"out\": ");
    dbt_buffer_json(&line, job->out);
    dbt_buffer_format(&line, ", \"status\": \"%s\", \"seconds\": ", failure ? "failed" : "done");
    dbt_buffer_number(&line, seconds, 6);
    dbt_buffer_text(&line, failure ? ", \"error\": " : ", \"rows\": ");
    dbt_buffer_json(&line, failure ? failure : rows);
    dbt_buffer_text(&line, "}\n");
    bool ok = dbt_buffer_check(&line, err);
    for (size_t at = 0; ok && at < line.size;) {
        const ssize_t n = write(journal->fd, line.bytes + at, line.size - at);
        if (n > 0)
            at += (size_t)n;
        else if (n < 0 && errno != EINTR)
            ok = dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "cannot write: %s",
                             strerror(errno));
    }
    if (ok && fsync(journal->fd) != 0)
        ok = dbt_fail_at(err, DBT_E_IO, journal->path, 0, 0, "cannot write: %s", strerror(errno));
    dbt_buffer_release(&line);
    return ok;
}
