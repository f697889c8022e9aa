import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import { oneId, pieceParams } from '../studio.contract.ts';
import * as wire from './words.contract.ts';
import { addWord, readWords, removeWord, wordEditors, wordReaders } from './words.server.ts';

/** Names by which letters, papers, numbers and pages are found, and words of the message check. */
export const wordsApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);

  call('GET /studio/words', {
    staff: wordReaders,
    variesByLanguage: true,
    summary: 'What other names or words can be added to, and those that were',
    query: wire.wordsQuery,
    one: wire.wordList,
    run: ({ query }) => readWords(services, query.use, query.lang),
  });
  call('POST /studio/words', {
    staff: wordEditors,
    config: { isIdempotent: true },
    summary: 'Add a name of a letter, list of papers, number or page, or a word of the message check',
    body: wire.wordInput,
    made: wire.oneWord,
    run: ({ actor, body }) => addWord(services, actor, body),
  });
  call('DELETE /studio/words/:id', {
    staff: wordEditors,
    summary: 'Take an added word away',
    params: pieceParams,
    one: oneId,
    run: async ({ actor, params }) => ({ id: (await removeWord(services, actor, params.id)).id }),
  });
};
