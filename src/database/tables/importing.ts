import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, partOf } from '../columns.ts';
import type { PostType } from './communities.ts';
import { type StudioKind, studioPieces } from './studio.ts';

/** Of version 0.1.0 and before, which went on from here. Rows are only deleted, as it may be gone back to. */
export const imports = pgTable('imports', {
  /** Hash of the source's first bytes, size and name: importing the same file resumes. */
  fingerprint: text().primaryKey(),
  name: text().notNull(),
  format: text().notNull(),
  /** Entries of the source that are committed. */
  doneEntries: bigint('done_entries', { mode: 'number' }).notNull().default(0),
  isFinished: integer('is_finished').notNull().default(0),
  counts: jsonb().$type<Record<string, number>>().notNull().default({}),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * Origin of imported posts, so that each is imported once. Outlives the post, so that a deleted post is not imported
 * again.
 */
export const importedPosts = pgTable(
  'imported_posts',
  {
    /** Such as 'stackexchange:alcohol'. */
    source: text().notNull(),
    /** Questions and answers share one id sequence at the source. */
    kind: text().$type<'POST' | 'COMMENT'>().notNull(),
    sourceId: integer('source_id').notNull(),
    entityType: text('entity_type').$type<PostType>().notNull(),
    entityId: integer('entity_id').notNull(),
    /** The import that brought it; null: before imports of posts were runs. No foreign key: see above. */
    runId: integer('run_id'),
    /** In whose thread it stands; outlives an answer that was removed here. */
    questionId: integer('question_id'),
    /** Of a question, as it came: reopening leaves no other trace. */
    wasClosed: boolean('was_closed'),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.sourceId] }),
    index('imported_posts_run')
      .on(table.runId, table.questionId)
      .where(sql`run_id is not null`),
    index('imported_posts_question')
      .on(table.questionId)
      .where(sql`question_id is not null`),
  ],
);

/** Images of imported bodies that are stored here; earlier versions listed the others too. */
export const importedImages = pgTable('imported_images', {
  url: text().primaryKey(),
  alt: text().notNull().default(''),
  firstSourceKey: text('first_source_key').notNull(),
  /** Path under /media once downloaded. */
  mediaPath: text('media_path'),
  width: integer(),
  height: integer(),
});

/**
 * A picture, file, sound or clip that did not come along. `there`: readers are led to the old site; `gone`: to nothing.
 */
export type MediaLoss = 'picture_there' | 'picture_failed' | 'picture_gone' | 'file_there' | 'file_gone';
/** `id`: of the article that it became. `about`: where it stood in the source, or the address that is missing. */
export type ReportName = string | { title: string; id?: number | undefined; about?: string | undefined };
/** Entries of a report that share a reason: a sentence, of media a code. */
export type ReportPart = {
  kind: 'conflict' | 'lost' | 'media' | 'skipped' | 'draft' | 'noted';
  reason: string;
  names: ReportName[];
  /** Names that are not kept. */
  more: number;
};
export type ImportRunState = 'running' | 'finished' | 'stopped' | 'failed' | 'undoing' | 'undone';
/** What an undo did so far; `kept` is known once it has ended. */
export type ImportUndo = {
  /** A user's id, or 'system'. */
  by: string;
  at: string;
  removed: number;
  restored: number;
  /** The first thousand by name. */
  kept: ImportKept[];
  /** All of them, where they are more than `kept` names. */
  keptCount?: number;
};
export type ImportKept = {
  /** Absent in undos of earlier versions: an article, or in a run of a dump a question. */
  kind?: StudioKind | 'questions';
  id: number;
  title: string;
  reason: 'edited' | 'imported_later' | 'refused' | 'answered' | 'reacted' | 'moderated' | 'used';
  /** The import that changed it later. */
  later: number | null;
};

/** One row per run of an import from elsewhere; a resumed import goes on with its run. */
export const importRuns = pgTable(
  'import_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    fingerprint: text().notNull(),
    name: text().notNull(),
    format: text().notNull(),
    site: text().notNull(),
    /** A user's id, or 'system'. */
    startedBy: text('started_by').notNull(),
    state: text().$type<ImportRunState>().notNull().default('running'),
    /** Fencing token: a resumed import raises it, so that a process that lost the run writes nothing more. */
    attempt: integer().notNull().default(1),
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    report: jsonb().$type<ReportPart[]>().notNull().default([]),
    /** Tags and authors that did not exist before. */
    newTags: text('new_tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    newAuthors: text('new_authors')
      .array()
      .notNull()
      .default(sql`'{}'`),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** Heartbeat. */
    seenAt: moment('seen_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    undo: jsonb().$type<ImportUndo>(),
  },
  (table) => [index('import_runs_fingerprint').on(table.fingerprint)],
);

/** A piece of the studio as it was before a run wrote it, with the rows that readers' pages use. */
export type PieceBefore = {
  /** Its `revision` is the text of before. */
  piece: Record<string, unknown>;
  /** Null: it had no row, being a draft. */
  row: Record<string, unknown> | null;
  /** By table. Of the home page all its sections, of an article its old addresses too. */
  lists: Record<string, Record<string, unknown>[]>;
};

/** What a run made of a piece. Emptied with its revisions at a takedown. */
export const importRunPieces = pgTable(
  // Named when only the content folder wrote it; `import_run_pieces` is of versions before migration 0067.
  'import_run_files',
  {
    runId: partOf('run_id', () => importRuns.id),
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    /** Null: the run created it. */
    before: jsonb().$type<PieceBefore>(),
    /** The piece's newest revision once the run had written it. */
    revision: integer().notNull(),
    /** Old addresses that led to another piece before. */
    movedAddresses: jsonb('moved_addresses').$type<{ fromPath: string; toId: number }[]>().notNull().default([]),
    /** The newest act in the studio when the run wrote the piece: later ones are by people who saw it. */
    lastAct: bigint('last_act', { mode: 'number' }).notNull(),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.kind, table.pieceId] }),
    foreignKey({
      columns: [table.kind, table.pieceId],
      foreignColumns: [studioPieces.kind, studioPieces.id],
    }).onDelete('cascade'),
    index('import_run_files_piece').on(table.kind, table.pieceId, table.runId),
  ],
);

export type ImportJobOptions = {
  site?: string | undefined;
  category?: string | undefined;
  baseUrl?: string | undefined;
  date?: string | undefined;
  fetchImages?: boolean | undefined;
  drafts?: boolean | undefined;
};
/** `broken`: its server died. `wrong`: `problemText` says what. */
export type ImportJobProblem = 'name' | 'format' | 'gone' | 'broken' | 'stopped' | 'forbidden' | 'wrong' | 'failed';

/** What an admin asked for at the studio's desk of imports: any instance may do it, one job at a time. */
export const importJobs = pgTable(
  'import_jobs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    task: text().$type<'check' | 'import' | 'undo'>().notNull(),
    state: text().$type<'waiting' | 'running' | 'done' | 'failed'>().notNull().default('waiting'),
    /** Of the uploaded file. */
    name: text().notNull(),
    bytes: integer().notNull().default(0),
    /** Its name in the media store, below `.imports/`; null once it is deleted. */
    file: uuid(),
    options: jsonb().$type<ImportJobOptions>().notNull().default({}),
    /** A bare id. */
    by: uuid('by').notNull(),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    report: jsonb().$type<ReportPart[]>().notNull().default([]),
    problem: text().$type<ImportJobProblem>(),
    problemText: text('problem_text'),
    runId: integer('run_id').references(() => importRuns.id, { onDelete: 'set null' }),
    at: moment('at').notNull().defaultNow(),
    /** Heartbeat. */
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('import_jobs_one_at_a_time')
      .on(table.state)
      .where(sql`state = 'running'`),
  ],
);
