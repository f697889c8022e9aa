// @runs slow
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runProcess } from './testing/run-process.ts';
import { postgresServer, templateFolder } from './testing/test-database.ts';
import { newFolder } from './testing/new-folder.ts';

/** Some sentences of some files, by the names of their exports. */
const telugu = {
  messages: {
    t: {
      nav: {
        skip: 'ముఖ్య విషయానికి వెళ్ళండి',
        main: 'ముఖ్య మెనూ',
        tools: 'విభాగాలు',
        home: 'హోమ్',
        search: 'వెతకండి',
        categories: 'విషయాలు',
        videos: 'వీడియోలు',
        community: 'ప్రశ్నలు, జవాబులు',
        ask: 'అడగండి',
        me: 'నేను',
        signIn: 'లాగిన్',
        about: 'మా గురించి',
        howWeCheck: 'మేము ఎలా సరిచూస్తాం',
        openData: 'బహిరంగ సమాచారం',
        findSchemes: 'నాకు సరిపోయే పథకాలు',
        saved: 'దాచిన పథకాలు',
        contact: 'సంప్రదించండి',
        legal: 'చట్టం',
        privacy: 'గోప్యత',
        terms: 'నిబంధనలు',
        grievance: 'ఫిర్యాదుల అధికారి',
        reportMistake: 'తప్పు చెప్పండి',
        mode: 'చీకటి లేదా వెలుతురు',
        pages: 'పేజీలు',
        next: 'తర్వాత',
        previous: 'ముందు',
        back: 'వెనక్కి',
        seeAll: 'అన్నీ చూడండి',
        all: 'అన్నీ',
        articles: 'వ్యాసాలు',
      },
      find: { placeholder: 'పథకాలు, పత్రాలు, మోసాలు', button: 'వెతకండి' },
      home: {
        heading: 'మీకు ఏ పని కావాలి?',
        schemes: 'పథకాలు వెతకండి',
        scams: 'సందేశం సరిచూడండి',
        scamsNote: 'ఇది మోసమా?',
        papers: 'కావలసిన పత్రాలు',
        rail: 'సహాయ నంబర్లు, తేదీలు',
      },
      helplines: { heading: 'ఉచిత సహాయ నంబర్లు' },
      article: { by: 'రచన', contents: 'ఈ పేజీలో', share: 'పంచుకోండి', print: 'ముద్రించండి' },
    },
  },
  languages: { languageWords: { offer: { read: 'ఈ పేజీని తెలుగులో చదవండి', close: 'మూసివేయండి' } } },
  dates: { dates: { months: 'జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్' } },
  feedback: { feedback: { question: 'ఇది ఉపయోగపడిందా?', yes: 'అవును', no: 'లేదు' } },
  cart: { cart: { add: 'దాచండి' } },
};

// The files of a project whose only difference is src/messages/te.
const project = newFolder();
const clientDir = join(project, 'islands/client');

beforeAll(() => {
  for (const part of ['src', 'build', 'public', 'package.json'])
    cpSync(part, join(project, part), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) });
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  mkdirSync(join(project, 'src/messages/te'));
  for (const [file, catalogues] of Object.entries(telugu))
    writeFileSync(
      join(project, `src/messages/te/${file}.ts`),
      Object.entries(catalogues)
        .map(([name, words]) => `export const ${name} = ${JSON.stringify(words)};\n`)
        .join(''),
    );
});

// One run is enough: PGlite whatever the suite runs on.
describe.skipIf(postgresServer !== undefined)('a language that is a folder of fifty sentences', () => {
  it('stands in pages, the switch, addresses, the sitemap and the API, and English fills its gaps', async () => {
    const data = join(project, 'data');
    cpSync(await templateFolder('demo'), data, { recursive: true });
    const env = {
      DATA_DIR: data,
      LANGUAGES: 'en,te',
      PORT: '0',
      PUBLIC_ORIGIN: 'http://localhost',
      LOG_LEVEL: 'error',
    };
    const server = runProcess([join(project, 'src/main.server.ts')], env);
    await server.says('Stop with Ctrl+C', 180_000);
    const origin = /here: (http:\S+)\)/.exec(server.output())![1]!;
    const read = async (path: string) => {
      const answer = await fetch(origin + path);
      expect(answer.status, path).toBe(200);
      return answer.text();
    };
    await expect.poll(async () => (await fetch(`${origin}/te`)).status).toBe(200);

    const home = await read('/te');
    expect(home).toContain('<html lang="te"');
    for (const words of [telugu.messages.t.home.heading, telugu.messages.t.nav.community, ' నవంబర్ 2026'])
      expect(home).toContain(words);
    expect(home).toContain('What may help you');
    expect(home).toMatch(/href="\/te\/[a-z-]+/);
    const english = await read('/');
    expect(english).toMatch(/hreflang="te"[^>]*>తెలుగు</i);
    expect(english).not.toContain(telugu.messages.t.home.heading);

    expect(await read('/api/categories?lang=te')).toContain('"data":');
    expect(await read('/te/search?query=aadhaar')).toContain(telugu.messages.t.find.placeholder);
    expect(await read('/sitemap-pages.xml')).toContain('http://localhost/te');
    expect(await server.ends('SIGTERM')).toMatchObject({ status: 0 });
  }, 300_000);

  it('comes to the browser with the scripts of its pages alone', async () => {
    const script = `const { buildIslands } = await import('./src/islands/build-islands.ts');
      process.chdir(${JSON.stringify(project)});
      await buildIslands({ root: ${JSON.stringify(project)}, clientDir: ${JSON.stringify(clientDir)} });`.replace(
      './src',
      join(project, 'src'),
    );
    const build = runProcess(['--input-type=module', '-e', script], {});
    expect(await build.ends(), build.output()).toMatchObject({ status: 0 });
    const scripts = globSync(join(clientDir, 'assets/*.js')).map((file) => ({
      file,
      code: readFileSync(file, 'utf8'),
    }));
    const naming = (words: string) => scripts.filter(({ code }) => code.includes(words)).map(({ file }) => file);
    expect(naming(telugu.cart.cart.add)).toHaveLength(1);
    expect(naming(telugu.cart.cart.add)[0]).toMatch(/\/cart-/);
    expect(naming(telugu.languages.languageWords.offer.read)[0]).toMatch(/\/language-hint-/);
    expect(naming('ఫిబ్రవరి')[0]).toMatch(/\/format-/);
    expect(scripts.find(({ file }) => /\/boot-/.test(file))!.code).toMatch(/["'`]te["'`]/);
  });
});
