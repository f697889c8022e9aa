// @runs on both databases
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { importCommand } from '../../commands/import-command.server.ts';
import { articles, studioPieces, studioRevisions } from '../../database/schema.ts';
import { commandContext } from '../../testing/command-context.ts';
import { addRevision, getRevision } from '../studio/pieces/pieces.queries.server.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('demo');
const folder = newFolder();

async function run(name: string, content: string) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
  const printed: string[] = [];
  const write = (line: string) => void printed.push(line);
  const status = await importCommand.run([name], commandContext(database.services, { cwd: folder, tell: write }));
  return { status, text: printed.join('\n') };
}
const scheme = (name: string, words: string) =>
  JSON.stringify({
    scheme_name: name,
    category_files: ['Agriculture'],
    details: words,
    level: 'State',
    benefits: words,
    eligibility: 'Farmers.',
    exclusions: '',
    'application process': [],
    'documents required': '',
  });
const source = (one: string, two: string) => `${scheme('Ploughs for all', one)}
${scheme('Wells for all', two)}
`;
async function pieceOf(title: string) {
  const [row] = await database.db.select().from(articles).where(eq(articles.title, title));
  const [piece] = await database.db
    .select()
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, 'articles'), eq(studioPieces.id, row!.id)));
  return { row: row!, piece: piece! };
}

it('adds a revision where only the system wrote, and overwrites nothing that people changed', async () => {
  expect((await run('a.jsonl', source('Ploughs are lent.', 'Wells are dug.'))).status).toBe(0);
  const { piece: ours } = await pieceOf('Wells for all');
  const author = randomUUID();
  await database.db.transaction(async (tx) => {
    const { fields } = await getRevision(tx, ours, 1);
    await addRevision(tx, ours, { fields, body: 'Wells are dug by hand.', by: { id: author, roles: ['editor'] } });
  });

  const second = await run('b.jsonl', source('Ploughs are given.', 'Wells are drilled.'));
  expect(second.status, second.text).toBe(1);
  expect(second.text).toContain('"Wells for all"');
  expect(second.text).toContain('Wells are drilled.');
  const [ploughs, wells] = [await pieceOf('Ploughs for all'), await pieceOf('Wells for all')];
  expect(ploughs.row.body).toContain('Ploughs are given.');
  expect(ploughs.piece).toMatchObject({ revision: 2, live: 2, state: 'live' });
  expect((await getRevision(database.db, ploughs.piece, 2)).body).toContain('Ploughs are given.');
  expect(wells.row.body).toContain('Wells are dug.');
  expect(wells.piece).toMatchObject({ revision: 2, live: 1 });
  const count = await database.db.$count(studioRevisions, eq(studioRevisions.pieceId, wells.piece.id));
  expect(count).toBe(2);
});

it('says nothing of a source that has not changed, and follows it no further than it changed', async () => {
  const again = await run('c.jsonl', `\n${source('Ploughs are given.', 'Wells are dug.')}`);
  expect(again.status, again.text).toBe(0);
  expect((await pieceOf('Ploughs for all')).piece.revision).toBe(2);
  expect((await pieceOf('Wells for all')).piece.revision).toBe(2);
});
