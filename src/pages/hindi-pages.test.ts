import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../database/schema.ts';
import { addressIn, splitPrefix } from '../platform/site-languages.ts';
import { errandIds } from '../features/papers/errands.ts';
import { localNames } from '../features/papers/local-names.ts';
import { pageTable } from '../page-table.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { type SignedIn, signIn } from '../testing/sign-in.ts';

// Every page below /hi: English letters only where they belong.

let site: TestApp;
let reader: SignedIn;
let editor: SignedIn;
/** Names of those who wrote something, as they wrote them. */
let people: string[];
beforeAll(async () => {
  site = await buildTestApp({ content: 'demo' });
  reader = await signIn(site);
  editor = await signIn(site, { role: 'editor' });
  const { db } = site.services.connection;
  const names = await db.select({ first: users.firstName, last: users.lastName }).from(users);
  people = names.map(({ first, last }) => `${first} ${last}`.trim()).filter((name) => name !== '');
  people.sort((a, b) => b.length - a.length);
});
afterAll(() => site.close());

const addresses =
  /https?:\/\/\S+|\b[\w.+-]+@[\w-]+\.[\w.]+|\b(?:[a-z0-9-]+\.)+(?:in|com|org|gov|net|wiki|help|ai|dev|example|apk)\b\S*/gi;
/** Abbreviations as they stand on papers and screens, with numbers or without: PAN, e-KYC, ITR-1, DDU-GKY, 87A, RuPay. */
const abbreviations = /\be-?KYC\b|\b(?=[\w-]*(?:[A-Z].*?[A-Z]|\d))[A-Za-z\d]*[A-Z][A-Za-z\d]*(?:-[A-Z\d]+)*\b/g;
/** What stands on a button or a paper, said in quotation marks or after its Hindi word. */
const quoted = /[‘“'"(][^’”'")]{1,40}[’”'")]/g;
const known = [
  /\bPM(?: Kisan| Surya Ghar)?\b/g, // scheme names by which their sites are known
  /\b(?:India Code|Play Store|Know Your Status|New Farmer Registration|Help Desk|land seeding|Link Aadhaar(?: Status)?|e-Pay(?: Tax)?|Check Status or Download|Reprint)\b/g, // sites and buttons in texts
  /\bNagrik\b|\bSample Officer\b/g, // names from the settings
  /\.apk\b|\be-(?=[A-Z])/g,
  /\b[A-Z]\b|\b[A-Z]{2,}-[A-Z][a-z]+\b/g, // group D, NPS-Traders
  /\bVM-HDFCBK-S\b|-[SGTP]\b/g, // headers of SMS
];
const saidAttributes = ['alt', 'title', 'aria-label', 'aria-description', 'placeholder'];
const staysLatin: RegExp[] = [addresses, quoted, ...known, abbreviations];

/** Texts and attributes of a page that readers see or hear, outside elements in another language. */
function englishOn(html: string, people: string[]): string[] {
  const { document, Node } = new JSDOM(html).window;
  // The head of a page about an original says its title, and cannot mark a part of it.
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  const isOriginal = canonical !== undefined && splitPrefix(new URL(canonical).pathname).language === null;
  const marked = [...document.querySelectorAll('[lang="en"]')]
    .map(({ textContent }) => textContent ?? '')
    .filter(({ length }) => length > 5);
  const found: string[] = [];
  const tell = (text: string, at: string) => {
    const rest = [...people, ...staysLatin].reduce((left: string, one) => left.replaceAll(one, ' '), text);
    if (/[A-Za-z]/.test(rest)) found.push(`${at}: ${text.replace(/\s+/g, ' ').trim().slice(0, 140)}`);
  };
  const walk = (element: Element, lang: string) => {
    if (/^(?:SCRIPT|STYLE|CODE|PRE|KBD|SVG|NOSCRIPT)$/i.test(element.tagName)) return;
    if (element.tagName === 'HEAD' && isOriginal) return;
    if (element.classList.contains('face')) return; // the first letter of somebody's name
    const own = element.getAttribute('lang') ?? lang;
    const at = `${element.tagName.toLowerCase()}${element.className ? `.${element.className.split(' ')[0]}` : ''}`;
    if (own === 'hi') {
      for (const name of saidAttributes)
        tell(
          marked.reduce((left, text) => left.replaceAll(text, ' '), element.getAttribute(name) ?? ''),
          `${at}[${name}]`,
        );
      if (
        element.tagName === 'META' &&
        /^(?:description|og:title|og:description|twitter:title|twitter:description)$/.test(
          element.getAttribute('name') ?? element.getAttribute('property') ?? '',
        )
      )
        tell(
          element.getAttribute('content') ?? '',
          `meta ${element.getAttribute('name') ?? element.getAttribute('property')}`,
        );
    }
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && own === 'hi') tell(child.textContent ?? '', at);
      if (child.nodeType === Node.ELEMENT_NODE) walk(child as Element, own);
    }
  };
  walk(document.documentElement, 'hi');
  return found;
}

const open = async (path: string, who: SignedIn | null) => {
  const ask = (url: string) => site.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
  let answer = await ask(path);
  for (let turn = 0; turn < 4 && answer.statusCode >= 301 && answer.statusCode <= 308; turn++)
    answer = await ask(String(answer.headers.location));
  return answer;
};

const everyErrand = errandIds.map((id) => `errand=${id}`).join('&');

const statesWithNames = Object.keys(localNames);

/** Pages whose words are all ours: no sentence of theirs may stand in English, marked or not. */
const isAllOurs = (path: string) => path.startsWith('/hi/papers');
const markedEnglish = (html: string): string[] =>
  [...new JSDOM(html).window.document.querySelectorAll('main [lang="en"]')].map((one) => one.textContent ?? '');

/** Addresses by pattern, found by following the links of pages. */
async function allPages(who: SignedIn | null): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const queue = [
    ...pageTable.pages.filter(({ pattern }) => !pattern.includes(':')).map(({ pattern }) => addressIn('hi', pattern)),
    ...[
      '/nothing-here',
      '/search?q=पैन',
      '/search?q=क्षत्ज्ञट',
      '/preview/none',
      '/community/post/question-1',
      ...errandIds.map((id) => `/papers/${id}`),
      ...(who === null ? statesWithNames : []).map(
        (state) => `/papers?${everyErrand}&state=${encodeURIComponent(state)}`,
      ),
      `/papers?${everyErrand}&age=5-to-17&married=yes&home=rented`,
      '/refer/MQ',
    ].map((path) => `/hi${path}`),
  ];
  const seen = new Set(queue);
  const most: Record<string, number> = {};
  for (let at = 0; at < queue.length; at++) {
    const path = queue[at]!;
    const answer = await open(path, who);
    if (!String(answer.headers['content-type']).includes('text/html')) continue;
    pages.set(path, answer.body);
    for (const [, href] of answer.body.matchAll(/ href="(\/hi\/[^"#]*)/g)) {
      const next = href!.replaceAll('&amp;', '&');
      const kind = next.split('?')[0]!.split('/').slice(0, 3).join('/') + (next.includes('?') ? '?' : '');
      if (seen.has(next) || /signout|feed\./.test(next) || (most[kind] ?? 0) >= 4) continue;
      most[kind] = (most[kind] ?? 0) + 1;
      seen.add(next);
      queue.push(next);
    }
  }
  return pages;
}

const viewers: [string, () => SignedIn | null][] = [
  ['signed out', () => null],
  ['signed in', () => reader],
  ['an editor', () => editor],
];
describe.each(viewers)('%s', (_, whoOf) => {
  test('pages below /hi are in Hindi', { timeout: 300_000 }, async () => {
    const pages = await allPages(whoOf());
    const problems = [...pages].flatMap(([path, html]) => englishOn(html, people).map((line) => `${path} ${line}`));
    expect([...new Set(problems)]).toEqual([]);
    const ours = [...pages].filter(([path]) => isAllOurs(path));
    expect(ours.length).toBeGreaterThan(errandIds.length);
    expect([...new Set(ours.flatMap(([, html]) => markedEnglish(html)))]).toEqual([]);
    expect(pages.size).toBeGreaterThan(35);
  });
});

const forms: [string, string, Record<string, string>][] = [
  [
    'a message that is a scam',
    '/hi/check',
    { text: 'Dear customer your electricity will be cut tonight call 9876543210' },
  ],
  ['a message without signs', '/hi/check', { text: 'घर कब आओगे' }],
  ['results of the finder', '/hi/find-schemes', { 'q.age': '65', 'q.landHectares': '0', go: 'results' }],
  ['an answer that is none', '/hi/find-schemes', { asked: 'age', 'q.age': 'x', go: 'next' }],
  ['a contact form with mistakes', '/hi/contact', { name: '', message: '' }],
  ['a grievance with mistakes', '/hi/grievance', { name: '' }],
  ['signing in with a mistake', '/hi/login', { identifier: 'nothing' }],
  ['a call to action, answered', '/hi/refer/MQ', { at: '0', 'q.age': '75', go: 'next' }],
];
test.each(forms)('%s is answered in Hindi', async (_, path, fields) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
    payload: new URLSearchParams(fields).toString(),
  });
  const html = answer.statusCode === 303 ? (await open(String(answer.headers.location), null)).body : answer.body;
  expect(html).toMatch(/^<!DOCTYPE html><html lang="hi"/);
  expect(englishOn(html, people)).toEqual([]);
});
