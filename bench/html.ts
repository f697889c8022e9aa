import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchSite } from './bench-site.ts';
import { fromNpm } from './from-npm.ts';
import { ownFolder } from './own-folder.ts';
import { pageTypes, pathIn } from './page-types.ts';

// Validates every page type with the Nu HTML checker. Only once: colour mode is an attribute set by script, so the HTML
// is the same.
const jar = join(fromNpm('vnu-jar', '26.9.27'), 'build/dist/vnu.jar');
const site = await startBenchSite({ articles: 1 });
const folder = ownFolder();
const files: string[] = [];
const pages = [{ name: 'measured article', path: site.articlePaths[0] as string }, ...pageTypes];
for (const lang of [undefined, 'hi'])
  for (const { name, path } of pages) {
    const file = join(folder, `${lang ?? 'en'}-${name.replace(/[^a-z\d]+/gi, '-')}.html`);
    writeFileSync(file, await fetch(site.origin + pathIn(lang, path)).then((response) => response.text()));
    files.push(file);
  }
await site.close();

const { stderr } = spawnSync('java', ['-jar', jar, '--format', 'json', ...files], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const { messages } = JSON.parse(stderr) as {
  messages: { type: string; url: string; message: string; extract?: string }[];
};
const errors = messages.filter(({ type }) => type === 'error');
for (const { url, message, extract } of errors.slice(0, 60))
  process.stdout.write(`${url.split('/').at(-1)}: ${message}\n    ${extract?.replaceAll('\n', ' ').slice(0, 160)}\n`);
process.stdout.write(`${files.length} pages, ${errors.length} errors\n`);
process.exit(errors.length > 0 ? 1 : 0);
