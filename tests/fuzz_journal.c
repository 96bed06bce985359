/* The journal of a batch: any bytes. The input is a journal, a line "====" and a plan. What
 * is read must be there in whole lines: a job counts as done only where a line says so with
 * its very key, and what is appended is read again. The file itself only ever loses a last
 * line that was torn. */
#include "fuzz.h"

#include "cli/gate.h"
#include "cli/journal.h"

#include "core/json.h"
#include "core/mem.h"

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
    FUZZ_CHECK(!text.failed);
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

/* The rows that the last line gives which has the output as done, if it has that key; to
 * be freed. Line by line, nothing kept: as the manual says it. */
static char *expected_rows(const char *text, size_t n, const char *out, const char *key)
{
    char *rows = NULL;
    for (size_t at = 0, end; at < n; at = end + 1) {
        dbt_json_doc doc;
        end = at + strcspn(text + at, "\n");
        if (end == at || !dbt_json_read(&doc, text + at, end - at, "line", NULL))
            continue;
        if (strcmp(member(&doc, "out"), out) == 0 && strcmp(member(&doc, "status"), "done") == 0) {
            dbt_free(rows);
            rows = strcmp(member(&doc, "key"), key) == 0 ? dbt_list_copy_text(member(&doc, "rows"))
                                                         : NULL;
        }
        dbt_json_release(&doc);
    }
    return rows;
}

static uint64_t key_of(cli_journal *journal, const dbt_job *job)
{
    uint64_t key;
    FUZZ_CHECK(cli_journal_key(journal, job, &key, NULL));
    return key;
}

static void check_job(cli_journal *journal, const dbt_job *job, const char *text, size_t n)
{
    char key_text[17];
    dbt_error damage = { .code = DBT_OK };
    const uint64_t key = key_of(journal, job);
    snprintf(key_text, sizeof key_text, "%016llx", (unsigned long long)key);
    const char *rows = cli_journal_rows(journal, job, key, &damage);
    char *expected = expected_rows(text, n, job->out, key_text);
    FUZZ_CHECK(!rows || (expected && strcmp(rows, expected) == 0));
    FUZZ_CHECK((rows || damage.code != DBT_OK) == (expected != NULL));
    FUZZ_CHECK(damage.code == DBT_OK || (!rows && damage.file == path && damage.line > 0));
    dbt_free(expected);
}

/* Every job is appended; a journal that is opened then has them all as they were, but not
 * while the first is open. Closes it. */
static void check_append(cli_journal *journal, const dbt_plan *plan, size_t n_jobs)
{
    static const char rows[] = "a,1,cut,0,\"b,\"\"\",1\n";
    dbt_error err;
    for (size_t i = 0; i < n_jobs; i++) {
        const dbt_job *job = &plan->jobs[i];
        FUZZ_CHECK(cli_journal_add(journal, key_of(journal, job), job, 0.5,
                                   i % 2              ? NULL
                                   : job->n_cuts == 1 ? ""
                                                      : rows,
                                   i % 2 ? "why\n\x01" : NULL, &err));
    }
    FUZZ_CHECK(!cli_journal_open(path, (dbt_hash_key){ { 0 } }, &err) && err.code == DBT_E_IO);
    cli_journal_close(journal);
    cli_journal *again = cli_journal_open(path, (dbt_hash_key){ { 0 } }, &err);
    FUZZ_CHECK(again);
    dbt_buffer text = read_journal();
    dbt_buffer_add(&text, "", 1);
    for (size_t i = 0; i < n_jobs; i++)
        check_job(again, &plan->jobs[i], text.bytes, text.size - 1);
    dbt_buffer_release(&text);
    cli_journal_close(again);
}

/* A key in the journal may be written as a number of a job instead: no mutation finds a hash. */
static dbt_buffer fill_in_keys(const char *text, size_t n, const dbt_plan *plan, size_t n_jobs)
{
    dbt_buffer filled = { 0 };
    write_journal("", 0);
    cli_journal *empty = cli_journal_open(path, (dbt_hash_key){ { 0 } }, NULL);
    FUZZ_CHECK(empty);
    for (size_t i = 0; i < n; i++) {
        const size_t job = i + 1 < n && text[i] == '@' ? (size_t)(text[i + 1] - '0') : n_jobs;
        if (job >= n_jobs) {
            dbt_buffer_add(&filled, text + i, 1);
            continue;
        }
        dbt_buffer_format(&filled, "%016llx", (unsigned long long)key_of(empty, &plan->jobs[job]));
        i++;
    }
    cli_journal_close(empty);
    dbt_buffer_add(&filled, "", 1);
    return filled;
}

static void check_journal(const char *text, size_t n, const dbt_plan *plan, size_t n_jobs)
{
    dbt_error err = { .code = DBT_OK };
    write_journal(text, n);
    cli_journal *journal = cli_journal_open(path, (dbt_hash_key){ { 0 } }, &err);
    dbt_buffer after = read_journal();
    if (journal) {
        FUZZ_CHECK(after.size == whole_lines(text, n) &&
                   memcmp(after.bytes ? after.bytes : "", text, after.size) == 0);
        for (size_t i = 0; i < n_jobs; i++)
            check_job(journal, &plan->jobs[i], text, after.size);
        check_append(journal, plan, n_jobs);
    } else {
        FUZZ_CHECK(err.code == DBT_E_SYNTAX || err.code == DBT_E_FORMAT);
        FUZZ_CHECK(err.file == path && err.line > 0 && err.col > 0);
        FUZZ_CHECK(after.size == n && memcmp(after.bytes ? after.bytes : "", text, n) == 0);
    }
    dbt_buffer_release(&after);
}

/* As many jobs as a batch would run: none where one has no file to write. */
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
    const size_t n = fuzz_part(text, size, &at);
    dbt_plan plan;
    if (dbt_plan_read(&plan, text + at, size - at, "plan",
                      &(dbt_plan_options){ .max_jobs = MAX_JOBS })) {
        dbt_buffer filled = fill_in_keys(text, n, &plan, n_runnable(&plan));
        check_journal(filled.bytes, filled.size - 1, &plan, n_runnable(&plan));
        dbt_buffer_release(&filled);
    } else {
        check_journal(text, n, &plan, 0);
    }
    dbt_plan_release(&plan);
    if (path[0])
        unlink(path);
    path[0] = '\0';
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    static const char *const words[] = {
        "{\"key\": \"@0\", \"name\": \"a\", \"out\": \"a.bvh\", \"status\": \"done\", "
        "\"seconds\": 0, \"rows\": \"\"}\n",
        "\"key\": \"@0\"",
        "\"key\": \"@1\"",
        "\"out\": \"a.bvh\"",
        "\"out\": \"b.bvh\"",
        "\"status\": \"done\"",
        "\"status\": \"failed\"",
        "\"rows\": \"\"",
        "\"error\": \"\"",
        "\"seconds\": 0.5",
        "0123456789abcdef",
        "@0",
        "@1",
        "\\n",
        "\\\"",
        "\\u0000",
        "{",
        "}",
        "\"",
        ",",
        ":",
        "\n",
        "====\n",
        "null",
        NULL
    };
    return fuzz_mutate(data, size, max_size, seed, words);
}
