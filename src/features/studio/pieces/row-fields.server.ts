import type { Queryable } from '../../../database/connect.server.ts';
import type { StudioFields } from '../../../database/schema.ts';
import { isUndated } from '../../../platform/wire/undated.ts';

/** What a stored row says, as the front matter and the body of a file. */
export type Row = {
  id: number;
  key: string;
  sourceKey: string;
  fields: StudioFields;
  body: string;
  status: 'published' | 'draft' | 'removed';
  isHeld: boolean;
  publishedAt: Date | null;
  createdAt: Date | null;
};

export const given = (fields: StudioFields): StudioFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0) && value !== '',
    ),
  );

export const someOf = (record: object) => (Object.keys(record).length === 0 ? null : record);

export const dateOf = (moment: Date) => (isUndated(moment) ? null : moment.toISOString());

export const pathOf = (url: string | null) => url?.replace(/^\//, '') ?? null;

export type Reader = (db: Queryable, ids: number[]) => Promise<Row[]>;

export const keysOf = (rows: { id: number; key: string }[], id: number) =>
  rows.filter((row) => row.id === id).map(({ key }) => key);

export const settled = { status: 'published' as const, isHeld: false, publishedAt: null, createdAt: null };

export const named = (key: string) => ({ key, sourceKey: `content:${key}` });
