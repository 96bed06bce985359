/* The journal of a batch: any bytes. The input is a journal, a line "====" and a plan. A job counts
 * as done only if a whole line with a correct hash has its key. Appended lines are read again.
 * Opening the file removes at most an incomplete last line. */
#include "fuzz.h"

#include "measure/metric_rows.h"
#include "run/journal.h"

#include "base/buffer.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/mem.h"

#include <inttypes.h>
#include <unistd.h>

enum { MAX_JOBS = 8 };

static char path[256];

static void write_journal(const char *bytes, size_t n)
{
    if (!path[0]) {
        const char *folder = getenv("TMPDIR");
        snprintf(path, sizeof path, "%s/fuzz-journal-XXXXXX", folder ? folder : "/tmp");
        const int fd = mkstemp(path);
        FUZZ_CHECK(fd >= 0 && close(fd) == 0);
    }
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

static dbt_buffer read_journal(void)
{
    dbt_buffer text = { 0 };
    char block[4096];
    FILE *file = fopen(path, "rb");
    FUZZ_CHECK(file);
    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;)
        dbt_buffer_add(&text, block, n);
    fclose(file);
    return text;
}

static size_t whole_lines(const char *text, size_t n)
{
    while (n > 0 && text[n - 1] != '\n')
        n--;
    return n;
}

static const char *member(const dbt_json_doc *doc, const char *name)
{
    const dbt_json *m = dbt_json_is_object(doc->root) ? dbt_json_member(doc->root, name) : NULL;
    return m && dbt_json_string(m) ? dbt_json_string(m) : "";
}

static const char header[] = "{\"dbtool journal\": 2}";
static const char check_begin[] = ", \"check\": \"";

static bool is_hash(const char *text)
{
    return strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

/* The manual's rule: a line ends with the XXH64 of the bytes before the hash. */
static bool has_check(const char *line, size_t n)
{
    char end[64];
    const size_t n_check = sizeof check_begin - 1 + 16 + 2;
    if (n < n_check)
        return false;
    snprintf(end, sizeof end, "%s%016" PRIx64 "\"}", check_begin, dbt_digest_of(line, n - n_check));
    return memcmp(line + n - n_check, end, n_check) == 0;
}

/* The contents of the last line that records a job with a given key as done. */
typedef struct expected {
    char *rows; /* NULL: none; to be freed */
    char hash[17];
    double size;
    size_t damaged; /* number of damaged lines */
} expected;

/* Returns whether `doc` is a line of a job. If the job is done and has this key, copies its
 * contents to *e. */
static bool write_object(expected *e, const dbt_json_doc *doc, const char *key)
{
    const dbt_json *m = dbt_json_is_object(doc->root) ? dbt_json_member(doc->root, "size") : NULL;
    const dbt_json *rows = m ? dbt_json_member(doc->root, "rows") : NULL;
    const dbt_json *name = dbt_json_is_object(doc->root) ? dbt_json_member(doc->root, "out") : NULL;
    double size = -1.0;
    if (!name || !dbt_json_string(name))
        return false;
    if (strcmp(member(doc, "status"), "failed") == 0)
        return true;
    if (strcmp(member(doc, "status"), "done") != 0 || !is_hash(member(doc, "key")) ||
        !is_hash(member(doc, "hash")) || !rows || !dbt_json_string(rows) ||
        !dbt_json_get_number(m, &size) || !(size >= 0.0 && size <= 0x1p53))
        return false;
    if (!key || strcmp(member(doc, "key"), key) != 0)
        return true;
    dbt_free(e->rows);
    e->rows = dbt_copy_text(member(doc, "rows"));
    memcpy(e->hash, member(doc, "hash"), sizeof e->hash);
    e->size = size;
    return true;
}

/* Reads a journal line by line. key: NULL only counts damaged lines. The caller frees rows. */
static expected expect(const char *text, size_t n, const char *key)
{
    expected e = { 0 };
    for (size_t at = 0, end; at < n; at = end + 1) {
        dbt_json_doc doc;
        const char *lf = memchr(text + at, '\n', n - at);
        end = lf ? (size_t)(lf - text) : n;
        const char *line = text + at;
        if (end == at || (end - at == strlen(header) && memcmp(line, header, end - at) == 0))
            continue;
        const bool is_read =
            has_check(line, end - at) && dbt_json_read(&doc, line, end - at, "line", NULL);
        e.damaged += !is_read || !write_object(&e, &doc, key);
        if (is_read)
            dbt_json_release(&doc);
    }
    return e;
}

/* Returns the job's key, with 0 for the hash of the inputs, which a batch computes. */
static uint64_t key_of(const dbt_job *job)
{
    return dbt_journal_key(dbt_journal_job_hash(job), 0);
}

/* Rows are read whole or not at all. */
static void check_rows(const char *csv, int n_cuts)
{
    dbt_metric_rows rows = { .wants_csv = true, .wants_cuts = true };
    if (dbt_metric_rows_read(&rows, csv, n_cuts, NULL, NULL)) {
        FUZZ_CHECK(strcmp(rows.csv.bytes, csv) == 0 && arrlen(rows.cuts) == n_cuts);
        for (int i = 0; i < n_cuts; i++) {
            const dbt_cut_rows *cut = &rows.cuts[i];
            FUZZ_CHECK(cut->cut == i + 1);
            for (int j = 0; j <= cut->n_joints; j++)
                for (int m = 0; m < DBT_N_METRICS; m++)
                    FUZZ_CHECK(isfinite(cut->values[j][m]));
        }
    } else {
        FUZZ_CHECK(!rows.cuts && !rows.csv.bytes);
    }
    dbt_metric_rows_release(&rows);
}

static void check_job(dbt_journal *journal, const dbt_job *job, const char *text, size_t n)
{
    char key_text[17], hash_text[17];
    const uint64_t key = key_of(job);
    snprintf(key_text, sizeof key_text, "%016" PRIx64, key);
    const dbt_done *done = dbt_journal_find(journal, key);
    expected e = expect(text, n, key_text);
    FUZZ_CHECK((done != NULL) == (e.rows != NULL));
    if (done) {
        snprintf(hash_text, sizeof hash_text, "%016" PRIx64, done->output.hash);
        FUZZ_CHECK(done->key == key && strcmp(done->rows, e.rows) == 0);
        FUZZ_CHECK(strcmp(hash_text, e.hash) == 0 && done->output.size == (uint64_t)e.size);
        check_rows(done->rows, job->sequence.n_segments - 1);
    }
    dbt_free(e.rows);
}

static void check_damage(const dbt_journal *journal, const char *text, size_t n)
{
    const dbt_warning *damage = dbt_journal_damage(journal);
    FUZZ_CHECK(damage->count == expect(text, n, NULL).damaged);
    FUZZ_CHECK(damage->count == 0 || (damage->file == path && damage->line > 0));
}

/* Appends every job and closes the journal. It can be opened again only after that, and then has
 * all these jobs. */
static void check_append(dbt_journal *journal, const dbt_plan *plan, size_t n_jobs)
{
    static const char rows[] = "a,1,cut,0,\"b,\"\"\",1\n";
    dbt_error err;
    for (size_t i = 0; i < n_jobs; i++) {
        const dbt_job *job = &plan->jobs[i];
        const dbt_done done = { .key = key_of(job),
                                .output = { i, UINT64_MAX - i },
                                .rows = job->sequence.n_segments == 1 ? "" : rows };
        FUZZ_CHECK(i % 2 ? dbt_journal_add(journal, job, 0.5, NULL, "why\n\x01", &err)
                         : dbt_journal_add(journal, job, 0.5, &done, NULL, &err));
    }
    FUZZ_CHECK(!dbt_journal_open(path, &err) && err.code == DBT_E_IO);
    dbt_journal_close(journal);
    dbt_journal *again = dbt_journal_open(path, &err);
    FUZZ_CHECK(again);
    dbt_buffer text = read_journal();
    dbt_buffer_add(&text, "", 1);
    for (size_t i = 0; i < n_jobs; i++)
        check_job(again, &plan->jobs[i], text.bytes, text.size - 1);
    check_damage(again, text.bytes, text.size - 1);
    dbt_buffer_release(&text);
    dbt_journal_close(again);
}

/* Appends the hash of the last line so far, without the key "check". */
static void add_check(dbt_buffer *filled)
{
    const size_t n_name = sizeof check_begin - 1;
    const size_t begin = whole_lines(filled->bytes, filled->size);
    const size_t n = filled->size - begin;
    const uint64_t hash = n < n_name ? 0 : dbt_digest_of(filled->bytes + begin, n - n_name);
    dbt_buffer_format(filled, "%016" PRIx64, hash);
}

/* In the input "@0" is the key of the first job and "@c" the hash of the line. Mutations would not
 * find these. */
static dbt_buffer fill_in_hashes(const char *text, size_t n, const dbt_plan *plan, size_t n_jobs)
{
    dbt_buffer filled = { 0 };
    for (size_t i = 0; i < n; i++) {
        const char what = i + 1 < n && text[i] == '@' ? text[i + 1] : '\0';
        const size_t job = (size_t)(unsigned char)what - '0';
        if (what == 'c')
            add_check(&filled);
        else if (job < n_jobs)
            dbt_buffer_format(&filled, "%016" PRIx64, key_of(&plan->jobs[job]));
        else
            dbt_buffer_add(&filled, text + i, 1);
        i += what == 'c' || job < n_jobs;
    }
    dbt_buffer_add(&filled, "", 1);
    return filled;
}

static void check_journal(const char *text, size_t n, const dbt_plan *plan, size_t n_jobs)
{
    dbt_error err = { .code = DBT_OK };
    write_journal(text, n);
    dbt_journal *journal = dbt_journal_open(path, &err);
    dbt_buffer after = read_journal();
    if (journal) {
        FUZZ_CHECK(after.size == whole_lines(text, n) &&
                   memcmp(after.bytes ? after.bytes : "", text, after.size) == 0);
        for (size_t i = 0; i < n_jobs; i++)
            check_job(journal, &plan->jobs[i], text, after.size);
        check_damage(journal, text, after.size);
        check_append(journal, plan, n_jobs);
    } else {
        FUZZ_CHECK(err.code == DBT_E_FORMAT);
        FUZZ_CHECK(err.file == path && err.line > 0 && err.col > 0);
        FUZZ_CHECK(after.size == n && memcmp(after.bytes ? after.bytes : "", text, n) == 0);
    }
    dbt_buffer_release(&after);
}

/* Returns the number of jobs that a batch would run: 0 if a job has no output file. */
static size_t n_runnable(const dbt_plan *plan)
{
    for (ptrdiff_t i = 0; i < arrlen(plan->jobs); i++)
        if (!plan->jobs[i].out)
            return 0;
    return (size_t)arrlen(plan->jobs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    size_t at = 0;
    const size_t n = fuzz_section(text, size, &at);
    dbt_plan plan;
    const bool ok = dbt_plan_read(&plan, text + at, size - at, "plan",
                                  &(dbt_plan_options){ .max_jobs = MAX_JOBS });
    const size_t n_jobs = ok ? n_runnable(&plan) : 0;
    dbt_buffer filled = fill_in_hashes(text, n, &plan, n_jobs);
    check_journal(filled.bytes, filled.size - 1, &plan, n_jobs);
    dbt_buffer_release(&filled);
    dbt_plan_release(&plan);
    if (path[0])
        unlink(path);
    path[0] = '\0';
    return 0;
}

FUZZ_WORDS(
    "{\"dbtool journal\": 2}\n|"
    "{\"name\": \"a\", \"out\": \"a.bvh\", \"status\": \"done\", \"seconds\": 0, \"key\": "
    "\"@0\", \"size\": 0, \"hash\": \"0123456789abcdef\", \"rows\": \"\", \"check\": \"@c\"}\n|"
    "{\"name\": \"b\", \"out\": \"b.bvh\", \"status\": \"failed\", \"seconds\": 0, \"error\": "
    "\"\", \"check\": \"@c\"}\n|"
    ", \"check\": \"@c\"}\n|@c|\"size\": 9007199254740992|\"hash\": \"0123456789abcdef\"|"
    "\"key\": \"@0\"|\"key\": \"@1\"|\"out\": \"a.bvh\"|\"out\": \"b.bvh\"|"
    "\"status\": \"done\"|\"status\": \"failed\"|\"rows\": \"\"|\"error\": \"\"|"
    "\"seconds\": 0.5|0123456789abcdef|@0|@1|\\n|\\\"|\\u0000|{|}|\"|,|:|\n|====\n|null")
