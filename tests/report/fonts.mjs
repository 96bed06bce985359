/* Sets of fonts for a browser, so that tests of layout do not depend on the fonts of the machine.
 * Letters of one set are up to a fifth wider than those of another. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/* The files of each set: of Debian's fonts-dejavu-core, of that and fonts-dejavu-extra, and of
 * fonts-liberation. */
export const fontSets = {
    'DejaVu core': { family: 'DejaVu Sans', files: /^DejaVuSans(-Bold)?\.ttf$/, least: 2 },
    'DejaVu extra': { family: 'DejaVu Sans', files: /^DejaVuSans(Condensed)?(-(Bold|ExtraLight))?\.ttf$/, least: 5 },
    Liberation: { family: 'Liberation Sans', files: /^LiberationSans-(Regular|Bold)\.ttf$/, least: 2 }
};

/* The set that most tests use. */
export const usualFonts = 'DejaVu extra';

const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(process.env.HOME || '/', '.fonts')];

/* The files below a folder; none if it cannot be read. */
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

/* Writes a configuration of fontconfig into `work` that offers only the fonts of one set. */
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
