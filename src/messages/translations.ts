import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addTranslation } from './catalogue.ts';
import { fillGaps } from './fill-gaps.ts';
import { languages } from './languages-here.ts';

// Registers every file of each language's folder for the server: request-context.server.ts imports this module. Code in
// the browser loads only the files that it needs, in the page's language (src/islands/build-islands.ts).

type Catalogues = { [name: string]: object };
const load = (file: string) => import(pathToFileURL(file).href) as Promise<Catalogues>;

const here = import.meta.dirname;
const files = languages.flatMap((language) => globSync(join(here, language, '*.ts')));
await Promise.all(
  files.map(async (file) => {
    const [source, translation] = await Promise.all([load(join(here, basename(file))), load(file)]);
    for (const [name, words] of Object.entries(translation))
      if (source[name]) addTranslation(source[name], basename(dirname(file)), fillGaps(words, source[name]));
  }),
);
