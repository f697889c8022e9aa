import { expect, it } from 'vitest';
import type { Site } from '../../ui/site-context.ts';
import type { Comment, Question } from './communities.contract.ts';
import { plainWordsOf } from './plain-words.ts';
import { qaPage } from './question-structured-data.ts';
import { renderCommunityText } from './render-community-text.server.ts';

it('plain words are what readers see: no markdown, no markup, no entities', () => {
  const body = '**Two** papers:\n\n- [Form 60](/article/x)\n- `a < b` & "c"\n\nline\\\nbreak <b>not bold</b> 😀';
  expect(plainWordsOf(renderCommunityText(body))).toBe(
    'Two papers:\nForm 60\na < b & "c"\nline\nbreak <b>not bold</b> 😀',
  );
  expect(plainWordsOf('')).toBe('');
});

it('search engines get the words of a question and its answers, not their markdown', () => {
  const site = { origin: 'https://nagrik.example' } as Site;
  const post = (body: string) => ({ body, bodyHtml: renderCommunityText(body), createdBy: null });
  const question = { ...post(''), title: 'Which *form*?', canonicalUrl: '/q' } as unknown as Question;
  const answer = { ...post('Take [this](https://a.in) **now**.'), id: 1, isAccepted: true } as unknown as Comment;
  expect(qaPage(site, question, [answer])).toMatchObject({
    inLanguage: 'en-IN',
    mainEntity: { text: 'Which *form*?', acceptedAnswer: { text: 'Take this now.' } },
  });
  expect(qaPage(site, { ...question, title: 'कौन सा फ़ॉर्म?' }, [])).toMatchObject({ inLanguage: 'hi-IN' });
});
