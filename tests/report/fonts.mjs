/* Sets of fonts that a browser can be given, so that a layout does not pass by the luck of what
 * the machine has. Letters of one set are up to a fifth wider than those of another. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/* Which files a set consists of: those of Debian's fonts-dejavu-core, of fonts-dejavu-extra, too,
 * and of fonts-liberation. */
export const fontSets = {
    'DejaVu core': { family: 'DejaVu Sans', files: /^DejaVuSans(-Bold)?\.ttf$/, least: 2 },
    'DejaVu extra': { family: 'DejaVu Sans', files: /^DejaVuSans(Condensed)?(-(Bold|ExtraLight))?\.ttf$/, least: 5 },
    Liberation: { family: 'Liberation Sans', files: /^LiberationSans-(Regular|Bold)\.ttf$/, least: 2 }
};

const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(process.env.HOME || '/', '.fonts')];

/* The files below a folder, none where it cannot be read. */
function filesBelow(folder) {
    let entries = [];
    try {
        entries = readdirSync(folder, { withFileTypes: true });
    } catch {}
    return entries.flatMap(entry => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/* A configuration for fontconfig in `work` that offers the fonts of one set and no others. */
export function fontConfig(name, work) {
    const { files, least } = fontSets[name];
    const here = join(work, 'fonts-' + name.replace(/\W/g, '-')), found = new Map();
    for (const path of folders.flatMap(filesBelow)) if (files.test(basename(path))) found.set(basename(path), path);
    if (found.size < least) throw new Error('fonts of ' + name + ' are missing (make deps): only ' + [...found.keys()]);
    mkdirSync(here);
    for (const [file, path] of found) symlinkSync(path, join(here, file));
    const config = join(here, 'fonts.conf');
    writeFileSync(config, '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><dir>' + here +
        '</dir><cachedir>' + join(here, 'cache') + '</cachedir></fontconfig>\n');
    return config;
}
