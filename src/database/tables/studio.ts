import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Problem } from '../../platform/wire/problem.ts';
import { moment } from '../columns.ts';
import { type Role, ofPerson } from './users.ts';

export type StudioKind =
  'articles' | 'videos' | 'webstories' | 'pages' | 'categories' | 'tags' | 'authors' | 'ctas' | 'scams' | 'feed';
export type StudioState =
  'draft' | 'in_review' | 'changes_requested' | 'approved' | 'scheduled' | 'live' | 'unpublished' | 'removed';
/** Front matter as it was written, without the body. */
export type StudioFields = Record<string, unknown>;

/** One row per piece: what its working copy is, and which revision readers see. Locked by every act. */
export const studioPieces = pgTable(
  'studio_pieces',
  {
    kind: text().$type<StudioKind>().notNull(),
    /** The id in the piece's address; for pages and the feed a number of the studio's own. */
    id: integer().notNull(),
    /** Name of its file, and target of links: `pm-kisan`. */
    key: text().notNull(),
    /** As in the kind's own table: `content:pm-kisan`, `ghost:site:12`. */
    sourceKey: text('source_key').notNull(),
    /** Number of the newest revision: the working copy. */
    revision: integer().notNull(),
    state: text().$type<StudioState>().notNull(),
    /** The revision that readers see. */
    live: integer(),
    /** The revision that readers saw last; stays when the piece is unpublished. */
    lastLive: integer('last_live'),
    firstLiveAt: moment('first_live_at'),
    approved: integer(),
    scheduledAt: moment('scheduled_at'),
    scheduledBy: uuid('scheduled_by'),
    /** Of the scheduled publication; the reason where an admin scheduled it without an approval. */
    scheduledNote: text('scheduled_note'),
    scheduledReason: text('scheduled_reason'),
    /** Of the working copy, for lists. */
    title: text().notNull(),
    lang: text(),
    /** Pieces that are translations of each other share the key of the original. */
    groupKey: text('group_key'),
    lastCheckedOn: text('last_checked_on'),
    /** Null: by the system. */
    createdBy: uuid('created_by'),
    updatedBy: uuid('updated_by'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** What readers search for and this piece answers, as the desk has it; takes effect without a revision. */
    searchWords: text('search_words')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The file that was imported last: its hash, its front matter as written, and the revision that it became. */
    fileHash: text('file_hash'),
    fileFront: text('file_front'),
    fileRevision: integer('file_revision'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    uniqueIndex('studio_pieces_source').on(table.kind, table.sourceKey),
    index('studio_pieces_recent').on(table.kind, table.updatedAt, table.id),
    index('studio_pieces_state').on(table.kind, table.state, table.updatedAt, table.id),
    index('studio_pieces_title').using('gin', table.title.op('gin_trgm_ops')),
    // Beside what readers see stands a change: few, and a writer's list looks these up. Of this difference the table
    // has statistics (migration 0039).
    index('studio_pieces_ahead')
      .on(table.kind, table.id)
      .where(sql`revision - live <> 0`),
    index('studio_pieces_waiting')
      .on(table.state, table.updatedAt)
      .where(sql`state in ('in_review', 'changes_requested', 'approved', 'scheduled')`),
    index('studio_pieces_due')
      .on(table.scheduledAt)
      .where(sql`scheduled_at is not null`),
    index('studio_pieces_group').on(table.kind, table.groupKey),
    index('studio_pieces_checked')
      .on(table.lastCheckedOn)
      .where(sql`live is not null`),
    index('studio_pieces_writer').on(table.createdBy, table.updatedAt),
  ],
);

const ofPiece = (table: Record<'kind' | 'pieceId', AnyPgColumn>) =>
  foreignKey({ columns: [table.kind, table.pieceId], foreignColumns: [studioPieces.kind, studioPieces.id] });

/** Never changed, only emptied when the piece is removed. */
export const studioRevisions = pgTable(
  'studio_revisions',
  {
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    number: integer().notNull(),
    fields: jsonb().$type<StudioFields>().notNull(),
    body: text().notNull(),
    lang: text(),
    /** A bare id, which outlives the account; null: the system. */
    authorId: uuid('author_id'),
    fromRevision: integer('from_revision'),
    isErased: boolean('is_erased').notNull().default(false),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.pieceId, table.number] }),
    ofPiece(table),
    index('studio_revisions_author').on(table.authorId, table.at),
    // Where an upload is used: few revisions show any.
    index('studio_revisions_media')
      .on(table.kind, table.pieceId, table.number)
      .where(sql`position('media/studio/' in body) > 0 or position('media/studio/' in fields::text) > 0`),
  ],
);

export const studioApprovals = pgTable(
  'studio_approvals',
  {
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    revision: integer().notNull(),
    approverId: uuid('approver_id').notNull(),
    note: text(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.pieceId, table.revision, table.approverId] }), ofPiece(table)],
);

/** What became live, with the note that readers see among the corrections. */
export const studioPublications = pgTable(
  'studio_publications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    revision: integer().notNull(),
    /** Null: the system. */
    by: uuid('by'),
    changeNote: text('change_note'),
    emergencyReason: text('emergency_reason'),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    ofPiece(table),
    index('studio_publications_piece').on(table.kind, table.pieceId, table.id),
    index('studio_publications_emergency')
      .on(table.at)
      .where(sql`emergency_reason is not null`),
  ],
);

/** Writers with whom a piece is shared. */
export const studioShares = pgTable(
  'studio_shares',
  {
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    userId: ofPerson('user_id'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.pieceId, table.userId] }),
    ofPiece(table),
    index('studio_shares_user').on(table.userId),
  ],
);

export const studioPreviewLinks = pgTable(
  'studio_preview_links',
  {
    id: uuid().primaryKey(),
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    /** Hash of the address's secret: the table alone opens nothing. */
    secretHash: text('secret_hash').notNull().unique(),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [ofPiece(table), index('studio_preview_links_piece').on(table.kind, table.pieceId)],
);

/** Plain text from whoever has the link. */
export const studioPreviewComments = pgTable(
  'studio_preview_comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => studioPreviewLinks.id, { onDelete: 'cascade' }),
    revision: integer().notNull(),
    name: text().notNull(),
    text: text().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('studio_preview_comments_link').on(table.linkId, table.id)],
);

/** Append-only: a trigger refuses changes. No foreign keys, so that it outlives pieces and people. */
/** What an act is about besides its piece; worded when it is shown. */
export type ActData = {
  /** A user's id. */
  person?: string;
  invitation?: number;
  roles?: Role[];
  rolesBefore?: Role[];
  /** What kept a program from it, or came of it. */
  problems?: Problem[];
};

export const studioActs = pgTable(
  'studio_acts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** A user's id, or 'system'. */
    actor: text().notNull(),
    /** As it was at the time of the act; null once the account is gone, and in rows older than the column. */
    actorName: text('actor_name'),
    act: text().notNull(),
    kind: text(),
    pieceId: integer('piece_id'),
    fromRevision: integer('from_revision'),
    toRevision: integer('to_revision'),
    /** What somebody wrote; in older rows also what `data` holds since. */
    note: text(),
    data: jsonb().$type<ActData>(),
    isEmergency: boolean('is_emergency').notNull().default(false),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('studio_acts_piece').on(table.kind, table.pieceId, table.id),
    index('studio_acts_actor').on(table.actor, table.id),
    index('studio_acts_emergency')
      .on(table.id)
      .where(sql`is_emergency`),
  ],
);

export const studioInvitations = pgTable(
  'studio_invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Normalised number or address. */
    identifier: text().notNull(),
    roles: text().array().$type<Role[]>().notNull(),
    /** Null: the operator. */
    invitedBy: uuid('invited_by'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    takenAt: moment('taken_at'),
  },
  (table) => [
    uniqueIndex('studio_invitations_open')
      .on(table.identifier)
      .where(sql`taken_at is null`),
  ],
);
