import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { readingFiles, readingFolder } from '../features/message-check/reading-files.ts';
import { sourceLanguage } from '../messages/catalogue.ts';
import { languages } from '../messages/languages-here.ts';
import type { BrowserFiles } from '../platform/page/page-context.ts';
import { browserFilesPath } from './browser-files.server.ts';

// Older browsers use the site without these scripts: the inline script feature-detects Array.prototype.findLast.
const target = ['chrome97', 'edge97', 'firefox104', 'safari15.4'];
// The inline script must at least parse in all of them: it handles colour mode and the visit.
const oldTarget = 'es2020';

const finderModules =
  /\/src\/(?:features\/schemes\/(?:answer-units|chances|client\/(?:finder-file|warm-finder)|compile-rules|dated-rules|facts|find-schemes|finder-file|finder-paths|form-answers|kinds|likely-answers|whom)|messages\/(?:eligibility|finder|places)|pages\/errands\/finder-answers)\.ts$/;

type Options = {
  root: string;
  /** Output folder for `assets/…` and `sw.js`; `browser.json` goes beside it. */
  clientDir: string;
  isDevelopment?: boolean;
};

/** Bundles an entry into one classic script, a block of its own: it defines no global. @param entry its file in src/islands */
export async function buildSingle(root: string, entry: string): Promise<string> {
  const input = join(root, 'src/islands', entry);
  const output = { format: 'es' } as const;
  const [chunk] = await outputOf({
    ...baseOf(root),
    plugins: [listLanguages(root)],
    build: { write: false, target: oldTarget, rolldownOptions: { input, output } },
  });
  return `{${chunk!.code.trim().replace(/^var /, 'let ').replace(/;$/, '')}}`;
}

/** Builds everything that runs in the browser: the inline script, boot.ts with all islands, and the service worker. */
export async function buildIslands({ root, clientDir, isDevelopment = false }: Options): Promise<BrowserFiles> {
  const [first, worker] = await Promise.all([
    buildSingle(root, 'first-script.ts'),
    buildSingle(root, 'service-worker.ts'),
  ]);
  // File names of styles and scripts contain content hashes, so all of them together identify the build.
  const version = createHash('sha256')
    .update(first + worker + namesIn(clientDir))
    .digest('base64url')
    .slice(0, 10);
  const chunks = await outputOf({
    ...baseOf(root),
    plugins: [listLanguages(root), translateCatalogues(root), smallPreload],
    define: {
      // Tests build too: the variable of their process would choose React's development build.
      'process.env.NODE_ENV': '"production"',
      'import.meta.env.VITE_BUILD': JSON.stringify(isDevelopment ? '' : version),
      'import.meta.env.VITE_LANGUAGE_OFFERS': JSON.stringify(await offersOf(root)),
      ...sizesOfReading(root),
    },
    build: {
      outDir: clientDir,
      emptyOutDir: false,
      reportCompressedSize: false,
      cssMinify: 'lightningcss',
      modulePreload: false,
      assetsInlineLimit: 0,
      target,
      rolldownOptions: {
        input: { boot: join(root, 'src/islands/boot.ts') },
        // The query library marks its modules for servers that render React; here that says nothing.
        onLog: (level, log, print) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && print(level, log),
        // Modules shared with boot.ts stay in its chunk: one request on the first interaction instead of ten.
        preserveEntrySignatures: 'allow-extension',
        output: {
          // boot.ts names all islands, and hashes hardly compress: as short as the bundler permits, of few characters.
          hashCharacters: 'base36',
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: ({ originalFileNames: [from = ''] }) =>
            `${/tesseract/.test(from) ? readingFolder.slice(1) : 'assets/'}[name]-[hash][extname]`,
          // Otherwise the bundler merges React's core into the chunk that formats dates, and loads it for every page.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              // Its hash changes with the versions of React and its query library only, so it stays in the browser's cache from build to build.
              // With the helpers for private fields: elsewhere React's file and theirs would import each other.
              { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|@oxc-project\W+runtime/ },
              // The finder compresses better in one piece: the studio's form of a scheme would split it in two.
              { name: 'finder-answers', test: finderModules },
              // 'Save' asks for all of its modules in parallel (first-save.ts): few of them.
              {
                name: 'local-store',
                test: /\/src\/(?:platform\/browser\/local-store|features\/sessions\/client\/(?:change-hints|forget-person))\.ts$/,
              },
              {
                name: 'cart-store',
                test: /\/src\/(?:features\/schemes\/client\/(?:cart-store|save-act)|messages\/saving)\.ts$/,
              },
            ],
          },
        },
      },
    },
  });
  const boot = `/${chunks[0]!.fileName}`;
  const files = {
    first,
    boot,
    save: graphOf('first-save', chunks).filter((file) => file !== boot),
    react: `/${chunks.find(({ name }) => name === 'react')!.fileName}`,
  };
  mkdirSync(dirname(browserFilesPath(clientDir)), { recursive: true });
  writeFileSync(join(clientDir, 'sw.js'), worker);
  writeFileSync(browserFilesPath(clientDir), JSON.stringify(files));
  return files;
}

let knownSizes: Record<string, string> | undefined;

/** Of what reads pictures: as it is sent, with brotli, and as it is unpacked. The version names its cache. */
function sizesOfReading(root: string): Record<string, string> {
  if (knownSizes) return knownSizes;
  const files = readingFiles.map((file) => readFileSync(join(root, 'node_modules', file)));
  const sent = files.map((bytes, at) => (readingFiles[at]!.endsWith('.gz') ? bytes : compressLarge(bytes)));
  const sum = (all: Buffer[]) => String(all.reduce((bytes, file) => bytes + file.length, 0));
  const version = files
    .reduce((hash, file) => hash.update(file), createHash('sha256'))
    .digest('base64url')
    .slice(0, 10);
  const values = { VERSION: version, BYTES: sum(sent), UNPACKED: sum(files) };
  knownSizes = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`import.meta.env.VITE_READING_${name}`, JSON.stringify(value)]),
  );
  return knownSizes;
}

const compressLarge = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

const baseOf = (root: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  // Lightning CSS would add a light-dark() fallback of two properties beside each color-scheme; light-dark() is not
  // used here.
  css: { transformer: 'lightningcss', lightningcss: { exclude: 1 << 20 } },
});

const messagesOf = (root: string): string => join(root, 'src/messages');

/** In place of languages-here.ts, which reads the folders. */
const listLanguages = (root: string): Plugin => ({
  name: 'list-languages',
  load: (id) =>
    id === join(messagesOf(root), 'languages-here.ts')
      ? `export const languages = ${JSON.stringify(languages)};`
      : null,
});

type Catalogues = Record<string, object>;
const readMessages = async (root: string, file: string): Promise<Catalogues> => {
  const path = join(messagesOf(root), file);
  return existsSync(path) ? ((await import(/* @vite-ignore */ pathToFileURL(path).href)) as Catalogues) : {};
};

/**
 * Lets each catalogue load the page's language: see translate-later.ts. Dates, which most scripts share, have all.
 * A translation with gaps fills them.
 */
const translateCatalogues = (root: string): Plugin => ({
  name: 'translate-catalogues',
  async transform(code, id) {
    const [file = '', folder = '', ...more] = relative(messagesOf(root), id).split(sep).toReversed();
    if (file.startsWith('..') || more.length > 0) return null;
    const isThere = (language: string) => existsSync(join(messagesOf(root), language, file));
    if (folder) {
      if (!languages.includes(folder)) return null;
      const words = await readMessages(root, join(folder, file));
      const source = await readMessages(root, file);
      const names = Object.keys(words).filter((name) => source[name] && !isWhole(words[name]!, source[name]));
      if (names.length === 0) return null;
      const imports = [`import * as source from '../${file}';`, "import { fillGaps } from '../fill-gaps.ts';"];
      const fills = names.map((name) => `fillGaps(${name}, source.${name});`);
      return { code: [...imports, code, ...fills].join('\n'), map: null };
    }
    const found = languages.filter(isThere);
    const catalogues = [...code.matchAll(/^export const (\w+)[^=]*= catalogue\(/gm)].map((match) => match[1]);
    if (found.length === 0 || catalogues.length === 0) return null;
    if (file === 'dates.ts') {
      const imports = found.map((language) => `import { dates as ${language} } from './${language}/${file}';`);
      imports.push("import { addTranslation } from './catalogue.ts';");
      const calls = found.map((language) => `addTranslation(dates, '${language}', ${language});`);
      return { code: [...imports, code, ...calls].join('\n'), map: null };
    }
    const loaders = found.map((language) => `${language}: () => import('./${language}/${file}')`);
    const call = `translateLater({ ${loaders.join(', ')} }, { ${catalogues.join(', ')} });`;
    return { code: `import { translateLater } from '../islands/translate-later.ts';\n${code}\n${call}\n`, map: null };
  },
});

const isWhole = (words: object, source: object): boolean =>
  Object.entries(source).every(([key, sentence]) => {
    const own = (words as Record<string, unknown>)[key];
    return own !== undefined && (typeof sentence !== 'object' || isWhole(own as object, sentence as object));
  });

/** What each language says to offer itself (language-hint.ts); one without such words is not offered. */
async function offersOf(root: string): Promise<Record<string, unknown>> {
  const offers = languages.map(async (language) => {
    const { languageWords } = await readMessages(
      root,
      join(language === sourceLanguage ? '' : language, 'languages.ts'),
    );
    return [language, (languageWords as { offer?: object } | undefined)?.offer] as const;
  });
  return Object.fromEntries(await Promise.all(offers));
}

/**
 * In place of Vite's helper around import(), which every page would load: it preloads scripts, too, and is four times
 * as long. Should Vite rename it, its own is taken, and sizes.test.ts fails.
 */
const smallPreload: Plugin = {
  name: 'small-preload',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `import { loadStyles } from '/src/islands/load-styles.ts';
      export const __vitePreload = async (load, styles) => (await loadStyles(styles), load());`,
  },
};

/** URLs of the chunk of that name and of everything that it imports statically. */
function graphOf(name: string, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(`/${chunk.fileName}`)) return;
    found.add(`/${chunk.fileName}`);
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
  };
  add(chunks.find((chunk) => chunk.name === name));
  return [...found];
}

async function outputOf(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const result = (await build(config)) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((part) => part.type === 'chunk');
  return [...chunks.filter(({ isEntry }) => isEntry), ...chunks.filter(({ isEntry }) => !isEntry)];
}

const namesIn = (clientDir: string): string => {
  try {
    return readdirSync(join(clientDir, 'assets')).sort().join();
  } catch {
    return '';
  }
};
