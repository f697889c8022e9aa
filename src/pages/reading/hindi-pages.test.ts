// @runs slow
import type { Element, Nodes, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../database/schema.ts';
import { addressIn, splitPrefix } from '../../platform/settings/site-languages.ts';
import { errandIds } from '../../features/papers/errands.ts';
import { papers } from '../../features/papers/papers.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { type SignedIn, signIn } from '../../testing/sign-in.ts';
import { pageTable } from '../../page-table.ts';
import { prepared } from '../../testing/prepared.ts';

// Every page below /hi: English letters only where they belong.

const site = openTestApp({ content: 'demo' });
const reader = prepared(() => signIn(site));
const editor = prepared(() => signIn(site, { role: 'editor' }));
/** Names of those who wrote something, as they wrote them. */
let people: string[];
beforeAll(async () => {
  const names = await site.db.select({ first: users.firstName, last: users.lastName }).from(users);
  people = names.map(({ first, last }) => `${first} ${last}`.trim()).filter((name) => name !== '');
  people.sort((a, b) => b.length - a.length);
});

const addresses =
  /https?:\/\/\S+|\b[\w.+-]+@[\w-]+\.[\w.]+|\b(?:[a-z0-9-]+\.)+(?:in|com|org|gov|net|wiki|help|ai|dev|example|apk)\b\S*/gi;
/**
 * Abbreviations as they stand on papers and screens, with numbers or without: PAN, e-KYC, ITR-1, DDU-GKY, 87A, RuPay.
 */
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
const saidProperties = ['alt', 'title', 'ariaLabel', 'ariaDescription', 'placeholder'];
const saidMeta = /^(?:description|og:title|og:description|twitter:title|twitter:description)$/;
const staysLatin: RegExp[] = [addresses, quoted, ...known, abbreviations];

type Page = { path: string; root: Root };
const parser = unified().use(rehypeParse);
const childrenOf = (node: Nodes): Nodes[] => ('children' in node ? (node.children as Nodes[]) : []);
const textOf = (node: Nodes): string => (node.type === 'text' ? node.value : childrenOf(node).map(textOf).join(''));
function elementsIn(node: Nodes, is: (element: Element) => boolean): Element[] {
  const below = childrenOf(node).flatMap((child) => elementsIn(child, is));
  return node.type === 'element' && is(node) ? [node, ...below] : below;
}
const said = (element: Element, name: string) => String(element.properties[name] ?? '');
/** A Hindi sentence ends with a danda, where it is put together of parts too. */
const wrongEnd = /[\u0900-\u097f]\s*\.(?=\s|$)/u;
const isMarked = (element: Element) => element.properties.lang === 'en';

/** What is left of a text without what may stand in Latin letters. The frame's texts stand on every page. */
const judged = new Map<string, boolean>();
function hasEnglish(text: string): boolean {
  if (!/[A-Za-z]/.test(text)) return false;
  let is = judged.get(text);
  if (is === undefined) {
    const rest = [...people, ...staysLatin].reduce((left: string, one) => left.replaceAll(one, ' '), text);
    judged.set(text, (is = /[A-Za-z]/.test(rest)));
  }
  return is;
}

/**
 * English words in texts and attributes that readers see or hear, and sentences that end with a dot, outside elements
 * in another language.
 */
function notHindiOn(root: Root): string[] {
  // The head of a page about an original says its title, and cannot mark a part of it.
  const [canonical] = elementsIn(root, ({ tagName, properties }) => {
    return tagName === 'link' && [properties.rel].flat().includes('canonical');
  });
  const isOriginal =
    canonical !== undefined && splitPrefix(new URL(said(canonical, 'href')).pathname).language === null;
  const marked = elementsIn(root, isMarked)
    .map(textOf)
    .filter(({ length }) => length > 5);
  const found: string[] = [];
  const tell = (text: string, at: string) => {
    if (hasEnglish(text)) found.push(`${at}: ${text.replace(/\s+/g, ' ').trim().slice(0, 140)}`);
  };
  const walk = (element: Element, lang: string) => {
    const { tagName, properties } = element;
    const classes = [properties.className ?? []].flat().map(String);
    if (/^(?:script|style|code|pre|kbd|svg|noscript)$/.test(tagName)) return;
    if (tagName === 'head' && isOriginal) return;
    if (classes.includes('face')) return; // the first letter of somebody's name
    const own = typeof properties.lang === 'string' ? properties.lang : lang;
    const at = classes[0] ? `${tagName}.${classes[0]}` : tagName;
    if (own === 'hi') {
      if (/^(?:p|small|label)$/.test(tagName) && wrongEnd.test(textOf(element)))
        found.push(`${at} ends with a dot: ${textOf(element).slice(-140)}`);
      for (const name of saidProperties)
        tell(
          marked.reduce((left, text) => left.replaceAll(text, ' '), said(element, name)),
          `${at}[${name}]`,
        );
      const meta = said(element, 'name') || said(element, 'property');
      if (tagName === 'meta' && saidMeta.test(meta)) tell(said(element, 'content'), `meta ${meta}`);
    }
    for (const child of element.children) {
      if (child.type === 'text' && own === 'hi') tell(child.value, at);
      if (child.type === 'element') walk(child, own);
    }
  };
  for (const child of root.children) if (child.type === 'element') walk(child, 'hi');
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

const statesWithNames = [...new Set(Object.values(papers).flatMap(({ inStates }) => Object.keys(inStates)))];

/** Pages whose words are all ours: no sentence of theirs may stand in English, marked or not. */
const isAllOurs = (path: string) => path.startsWith('/hi/papers');
const markedEnglish = (root: Root): string[] =>
  elementsIn(root, ({ tagName }) => tagName === 'main').flatMap((main) => elementsIn(main, isMarked).map(textOf));

/** Scripts, labels and links find an element by its id. */
function repeatedIds(root: Root): string[] {
  const ids = elementsIn(root, ({ properties }) => typeof properties.id === 'string').map(({ properties }) =>
    String(properties.id),
  );
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}

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
    const parsed = [...pages].map(([path, html]): Page => ({ path, root: parser.parse(html) }));
    const problems = parsed.flatMap(({ path, root }) => notHindiOn(root).map((line) => `${path} ${line}`));
    expect([...new Set(problems)]).toEqual([]);
    expect(parsed.flatMap(({ path, root }) => repeatedIds(root).map((id) => `${path} #${id}`))).toEqual([]);
    const ours = parsed.filter(({ path }) => isAllOurs(path));
    expect(ours.length).toBeGreaterThan(errandIds.length);
    expect([...new Set(ours.flatMap(({ root }) => markedEnglish(root)))]).toEqual([]);
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
  ['an English call to action, asked on', '/hi/refer/Mg', { at: '0', 'q.birthDate': '1990-01-01', go: 'next' }],
  ['an English call to action, left open', '/hi/refer/Mg', { at: '99', 'q.birthDate': '1990-01-01', go: 'next' }],
  ['an English call to action, answered', '/hi/refer/MQ', { at: '99', 'q.age': '75', go: 'next' }],
  ['a call to action, kept with a mistake', '/hi/refer/MTAwMA', { at: '3', 'q.age': '75', mobile: '1', go: 'keep' }],
];
test.each(forms)('%s is answered in Hindi', async (_, path, fields) => {
  const answer = await site.send('POST', path, new URLSearchParams(fields), { origin: 'http://localhost:3000' });
  const html = answer.statusCode === 303 ? (await open(String(answer.headers.location), null)).body : answer.body;
  expect(html).toMatch(/^<!DOCTYPE html><html lang="hi"/);
  const root = parser.parse(html);
  expect(notHindiOn(root)).toEqual([]);
  expect(repeatedIds(root)).toEqual([]);
});
