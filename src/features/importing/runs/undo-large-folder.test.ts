// @runs slow, on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { importRunPieces, importRuns, questions } from '../../../database/schema.ts';
import { commandContext } from '../../../testing/command-context.ts';
import {
  article,
  db,
  everything,
  newest,
  openContentRuns,
  reader,
  run,
  take,
  test,
  printedText,
  write,
  writeSecondEdition,
} from '../../../testing/content-runs.ts';
import { system } from '../../studio/studio.policy.ts';
import { planUndo, undoImportRun } from './undo-run.server.ts';

openContentRuns();

describe('the undo of a content folder', () => {
  it('is only read where it is large or somebody holds a piece: the plan writes nothing', async () => {
    write('articles/salt.md', article('Salt', 'One kilo.'));
    await take();
    const { id } = await newest();
    let tried = 0;
    const held = Object.create(db(), {
      transaction: {
        value: () => {
          tried += 1;
          return Promise.reject(new Error('Failed query', { cause: { code: '55P03' } }));
        },
      },
    });
    const plan = () => planUndo({ connection: { ...test.services.connection, db: held } }, id);
    expect([await plan(), tried]).toEqual([expect.objectContaining({ removed: 1, restored: 0 }), 1]);
    const asked = { authorId: reader.id, title: 'A question', body: 'A question', bodyHtml: '' };
    await db()
      .insert(questions)
      .values(Array.from({ length: 500 }, (_, at) => ({ ...asked, id: 9_000 + at })));
    await db()
      .execute(sql`insert into imported_posts (source, kind, source_id, entity_type, entity_id, run_id, question_id)
      select 'content', 'POST', n, 'QUESTION', n, ${id}, n from generate_series(9000, 9499) n`);
    await db().execute(sql`analyze imported_posts, questions`);
    await plan();
    expect(tried).toBe(1);
  });

  it('has an end that is noted, or the import fails', async () => {
    await db().execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no end'; end $$`,
    );
    await db().execute(sql`create trigger refuse before update on import_runs
      for each row when (new.state = 'finished') execute function refuse()`);
    try {
      write('articles/salt.md', article('Salt', 'One kilo.'));
      const ended = await take().catch((error: Error) => error);
      expect(ended).not.toBe(0);
    } finally {
      await db().execute(sql`drop trigger refuse on import_runs`);
      await db().execute(sql`drop function refuse`);
    }
  });

  it('does it once where two undo at once, and goes on where it was broken off', async () => {
    const before = await everything();
    for (let number = 0; number < 620; number += 1)
      write(`tags/number-${number}.md`, `---\ndisplayName: "Number ${number}"\n---\n`);
    writeSecondEdition();
    await take();
    const { id } = await newest();
    expect(await run('--undo', String(id), '--dry-run')).toBe(0);
    expect(printedText()).toContain('would be undone: 634 removed, 11 as before');
    const stop = new AbortController();
    stop.abort();
    await expect(undoImportRun({ ...commandContext(test.services), signal: stop.signal }, system, id)).rejects.toThrow(
      'Stopped',
    );
    expect((await newest()).state).toBe('undoing');
    // The first step takes the pieces, and leaves the terms.
    expect(await db().$count(importRunPieces, eq(importRunPieces.runId, id))).toBe(635);
    const [one, other] = await Promise.all([1, 2].map(() => undoImportRun(commandContext(test.services), system, id)));
    expect([one!.removed, one!.restored]).toEqual([other!.removed, other!.restored]);
    expect(one!.removed).toBe(634);
    expect(await everything()).toEqual(before);
  });

  it('a run that wrote nothing is not listed, and one that runs cannot be undone', async () => {
    const count = await db().$count(importRuns);
    expect(await take()).toBe(0);
    expect(await db().$count(importRuns)).toBe(count);
    const { id } = await newest();
    await db()
      .update(importRuns)
      .set({ state: 'running', seenAt: sql`now()` })
      .where(eq(importRuns.id, id));
    await expect(run('--undo', String(id))).rejects.toThrow('is running still');
  });
});
