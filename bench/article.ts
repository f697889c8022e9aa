import sharp from 'sharp';
import type { ArticleInput } from '../src/features/articles/article-input.ts';

/** The measured article: 1,191 words, a table, one picture. */
export const measuredWords = 1_191;

const sentences = [
  'Keep the original and one copy of each paper, and write the number of the application on the copy before you hand it in.',
  'The office must give a receipt with a date; without one there is nothing to show when somebody says that nothing arrived.',
  'If your name is spelled in two ways on two papers, ask for the correction first, because the second office will send you back.',
  'No fee is taken for the form itself, and nobody may ask for money to move it up in the queue.',
  'Money from the government goes to the account that was linked last, which may not be the one that you use every day.',
  'A rule can differ by State, so read the notice of your own department before you travel to the district office.',
  'When the answer is no, ask for the reason in writing; most appeals are lost because nobody kept that letter.',
  'The helpline works in several languages, and the person who answers can see the stage at which an application stands.',
];

function paragraphs(words: number): string {
  const taken: string[] = [];
  let count = 0;
  for (let index = 0; count < words; index += 1) {
    const sentence = sentences[(index * 5) % sentences.length]!.split(' ').slice(0, words - count);
    count += sentence.length;
    taken.push(sentence.join(' ') + (index % 4 === 3 ? '\n\n' : ' '));
  }
  return taken.join('');
}

const table = `| Part | For the months | Amount |
|---|---|---|
| 1 | April to July | ₹2,000 |
| 2 | August to November | ₹2,000 |
| 3 | December to March | ₹2,000 |`;

export function measuredArticle(number: number): ArticleInput {
  const sections = ['Who gets it', 'Papers you need', 'How to apply', 'When the money comes', 'If it stops'];
  const tableWords = 22;
  const share = Math.floor((measuredWords - tableWords) / sections.length);
  const body = sections
    .map((heading, at) => {
      const words = at === sections.length - 1 ? measuredWords - tableWords - share * at : share;
      const extra =
        at === 0 ? '\n\n![A farmer with a passbook](/media/bench/picture.jpg)' : at === 3 ? `\n\n${table}` : '';
      return `## ${heading}\n\n${paragraphs(words)}${extra}`;
    })
    .join('\n\n');
  return {
    sourceKey: `bench:${number}`,
    title: `PM-KISAN: who gets ₹6,000 a year, and how to finish e-KYC, piece ${number}`,
    summary:
      'Farmer families with land in their name get ₹2,000 every four months, straight into the bank. Without e-KYC the money waits.',
    body,
    lang: 'en',
    author: { key: 'asha-menon', name: 'Asha Menon' },
    categories: ['agriculture', 'schemes'],
    tags: ['farmers', 'aadhaar'],
    status: 'published',
    publishedAt: new Date(Date.UTC(2026, 9, 1) + number * 60_000),
    lastCheckedAt: '2026-11-21',
    sources: [{ title: 'PM-KISAN portal', url: 'https://pmkisan.gov.in/' }],
    coverFigure: { value: '₹6,000', note: 'a year, in three parts' },
    corrections: [],
    isSample: false,
    oldPaths: [],
  };
}

/** A synthetic picture with as much detail as a photograph, 1,200 by 800. */
export async function measuredPicture(file: string): Promise<void> {
  const noise = {
    width: 1200,
    height: 800,
    channels: 3 as const,
    background: { r: 116, g: 132, b: 84 },
    noise: { type: 'gaussian' as const, mean: 128, sigma: 24 },
  };
  await sharp({ create: noise }).blur(6).jpeg({ quality: 80 }).toFile(file);
}
