/* Reads CSV (RFC 4180) as a list of records, whose keys are the header's names. */
export function readCsv(text) {
    const rows = [[]];
    let field = '', quoted = false;
    for (let i = 0; i < text.length; i++) {
        const c = text[i];
        if (quoted) {
            if (c !== '"') field += c;
            else if (text[i + 1] === '"') { field += '"'; i++; }
            else quoted = false;
        } else if (c === '"') quoted = true;
        else if (c === ',' || c === '\n') {
            rows.at(-1).push(field);
            field = '';
            if (c === '\n') rows.push([]);
        } else if (c !== '\r') field += c;
    }
    if (field || rows.at(-1).length) rows.at(-1).push(field);
    const [header, ...records] = rows.filter(row => row.length);
    return records.map(row => Object.fromEntries(header.map((name, i) => [name, row[i]])));
}
