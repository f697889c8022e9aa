import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { procedures } from '../features/letters/procedures.ts';

// docs/glossary-hi.md: newspapers print ज़ and फ़ with their dot, but not क़, ख़, ग़.
const neverDotted = /[कखग]\u093c/u;
const alwaysDotted = 'फोन मुफ्त फॉर्म फीस फोटो फसल फर्क फर्म रिफंड फास्टैग ईपीएफओ जिला काफी खिलाफ तकलीफ';
const undotted = new RegExp(`(?<![\\u0900-\\u097f])(?:${alwaysDotted.replaceAll(' ', '|')})(?![\\u0900-\\u097f])`, 'u');

const files = globSync([
  'src/messages/hi/*.ts',
  'src/features/letters/**/*.ts',
  'src/features/papers/**/*.ts',
  'src/features/helplines/helpl*.ts',
  'content/{articles,categories,ctas,pages,questions,tags,videos,webstories}/*.md',
]);

test('Hindi words stand with or without their dot as the glossary says', () => {
  expect(files.length).toBeGreaterThan(200);
  const odd = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .normalize('NFC')
      .split('\n')
      .filter(
        (line) => !line.startsWith('searchWords') && (neverDotted.test(line.normalize('NFD')) || undotted.test(line)),
      )
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(odd).toEqual([]);
});

test('a page of the site is पेज, as the glossary says; पन्ना is of paper', () => {
  const odd = globSync('src/messages/hi/*.ts').filter((file) => /पन्न[ेाो]/u.test(readFileSync(file, 'utf8')));
  expect(odd).toEqual([]);
});

// docs/glossary-hi.md: what an office writes, for which the interface has a word that people say.
const ofOffices = /शुल्क|कार्यालय|विधिक|उत्तर (?!प्रदेश)|दस्तावेज़|प्रपत्र|धनराशि|त्रुटि|पावती|उपयोग|ई-मेल|ऋण|केवल|यदि|समाप्त/u;

test('the interface and the forms of letters say what people say; only a finished letter writes as an office does', () => {
  const sentences = [
    ...globSync('src/messages/hi/*.ts').flatMap((file) => readFileSync(file, 'utf8').split('\n')),
    ...Object.values(procedures).flatMap(({ title, about, howToSend, questions }) => [
      ...[title, about, ...howToSend].map(({ hi }) => hi),
      // What the matter is stands in the letter itself.
      ...questions.flatMap(({ id, label, help, options = [] }) => [
        label.hi,
        help?.hi ?? '',
        ...(id === 'matter' ? [] : options.map((option) => option.label.hi)),
      ]),
    ]),
  ];
  // The name of an office, as an example.
  const odd = sentences.filter((one) => ofOffices.test(one.replace('ज़िला शिक्षा कार्यालय', '')));
  expect(odd).toEqual([]);
});
