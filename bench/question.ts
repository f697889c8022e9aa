import { askQuestion } from '../src/features/communities/ask-question.server.ts';
import { answerQuestion } from '../src/features/communities/write-answer.server.ts';
import type { PageServices } from '../src/platform/page/page-services.server.ts';
import type { Viewer } from '../src/platform/wire/viewer.ts';
import { join } from '../src/testing/join.ts';

const measuredAnswers = 20;
const sentences = [
  'Go to the nearest office in the morning, with the original and one copy of each paper.',
  'I had the same trouble last year; they asked for the **old receipt** as well.',
  'You can also write to the district officer, who must answer within 30 days.',
  'Nobody may ask for money for this. If somebody does, note the name and the date.',
];

/** Creates a question with a full page of comments by different authors. @returns its URL */
export async function askMeasuredQuestion(services: PageServices): Promise<string> {
  const someone = async (): Promise<Viewer> => ({
    userId: (await join(services)).id,
    sessionId: '',
    roles: [],
    createdAt: new Date(0),
    suspendedUntil: null,
    isPhoneLinked: true,
    via: 'bearer',
    lacksFactor: false,
  });
  const question = await askQuestion(services, await someone(), {
    title: 'The office refused my ration card form, what can I do next?',
    body: sentences.join(' '),
  });
  for (let count = 0; count < measuredAnswers; count += 1) {
    const body = sentences
      .map((_, index) => sentences[(index + count) % sentences.length])
      .slice(0, 1 + (count % 4))
      .join('\n\n');
    await answerQuestion(services, await someone(), { questionId: question.id, body });
  }
  return question.canonicalUrl;
}
