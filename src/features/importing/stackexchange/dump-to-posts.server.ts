import { maxEntryBytes, tooLong } from '../read-file.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { numberIn, tagsIn, timeIn, type Votes, votesOf } from './dump-rows.ts';
import { fromComment, fromHtml } from './html-to-community.server.ts';
import { authorIn } from './imported-people.server.ts';
import type { DumpRow } from './read-rows.server.ts';
import type { AnsweredBefore, ImportedQuestion, Written } from '../store-posts.server.ts';

/** What is told of a post in the report. */
export type Noted = { note: string | null };
type Settings = { site: string; votes: Map<number, Votes> | null };
const longestTitle = 200;

/** @throws Error with the reason for the loss; so do the other converters */
export function toQuestion(
  row: DumpRow,
  settings: Settings,
  choose: (terms: string[]) => { categoryIds: number[]; tags: string[] },
): ImportedQuestion & Noted {
  const written = toPost(row, settings);
  const title = oneLine(row.Title ?? '')
    .slice(0, longestTitle)
    .toWellFormed();
  if (title === '') throw new Error('It has no title.');
  return {
    ...written,
    ...choose(tagsIn(row)),
    title,
    updatedAt: timeIn(row, 'LastActivityDate') ?? written.createdAt,
    isClosed: row.ClosedDate !== undefined,
  };
}

export function toAnswer(row: DumpRow, settings: Settings): AnsweredBefore & Noted {
  return { ...toPost(row, settings), parentId: numberIn(row, 'ParentId') ?? 0 };
}

export function toComment(row: DumpRow, { site }: Settings): AnsweredBefore & Noted {
  const [sourceId, createdAt] = identify(row);
  return {
    ...insistOnWords(fromComment(bounded(row.Text))),
    sourceId,
    createdAt,
    editedAt: null,
    author: authorIn(site, row, 'UserId'),
    votes: votesOf(row, null),
    parentId: numberIn(row, 'PostId') ?? 0,
  };
}

function toPost(row: DumpRow, { site, votes }: Settings): Written & Noted {
  const [sourceId, createdAt] = identify(row);
  const text = fromHtml(bounded(row.Body));
  return {
    ...(row.PostTypeId === '1' ? text : insistOnWords(text)),
    sourceId,
    createdAt,
    editedAt: timeIn(row, 'LastEditDate'),
    author: authorIn(site, row, 'OwnerUserId'),
    votes: votesOf(row, votes),
  };
}

function identify(row: DumpRow): [sourceId: number, createdAt: Date] {
  const [sourceId, createdAt] = [numberIn(row, 'Id'), timeIn(row, 'CreationDate')];
  if (sourceId === null) throw new Error('It has no number (Id), so it could not be known again.');
  if (createdAt === null) throw new Error('It has no date that can be read (CreationDate).');
  return [sourceId, createdAt];
}

function bounded(text = ''): string {
  if (text.length > maxEntryBytes) throw new Error(tooLong(text.length));
  return text;
}

function insistOnWords<Text extends { body: string }>(text: Text): Text {
  if (text.body === '') throw new Error('It has no text.');
  return text;
}
