import { describe, expect, it } from 'vitest';
import { problemsOfJournal, problemsOfMigration } from './migration-rules.ts';

describe('a migration', () => {
  it.each([
    'CREATE TABLE "a" ("id" integer PRIMARY KEY);--> statement-breakpoint\nCREATE INDEX "a_id" ON "a" USING btree ("id");\nALTER TABLE "a" ADD CONSTRAINT "a_fk" FOREIGN KEY ("id") REFERENCES "public"."b"("id");',
    'ALTER TABLE "users" ADD COLUMN "is_kind" boolean DEFAULT false NOT NULL;',
    'ALTER TABLE "users" ADD COLUMN "note" text;',
    'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (id > 0) NOT VALID;',
    '-- short lock: some hundred rows\nCREATE INDEX "c" ON "categories" USING btree ("name");',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM users; DROP TABLE users; END $$;',
    "INSERT INTO notes VALUES ('drop table users; rename it');",
    'ALTER TABLE "users" ALTER COLUMN "note" DROP NOT NULL;',
    '-- short lock: an empty table\nALTER TABLE "users" ALTER COLUMN "id" SET DATA TYPE bigint;',
  ])('that only adds may be: %s', (sql) => {
    expect(problemsOfMigration(sql)).toEqual([]);
  });

  it.each([
    'DROP TABLE "users";',
    'ALTER TABLE "users" DROP COLUMN "email";',
    'ALTER TABLE "users" DROP "email";',
    'ALTER TABLE "users" RENAME COLUMN "email" TO "mail";',
    'ALTER TABLE "users" RENAME TO "people";',
    'ALTER TABLE "users" ALTER COLUMN "id" SET DATA TYPE bigint;',
    'ALTER TABLE "users" ALTER COLUMN "email" SET NOT NULL;',
    'ALTER TABLE "users" ADD COLUMN "age" integer NOT NULL;',
    'TRUNCATE "users";',
    'DELETE FROM users WHERE true;',
    'CREATE INDEX "i" ON "users" USING btree ("email");',
    'CREATE UNIQUE INDEX CONCURRENTLY "i" ON "users" ("email");',
    'ALTER TABLE "users" ADD CONSTRAINT "u" UNIQUE ("email");',
    'UPDATE users SET email = null;',
    'ALTER TABLE "users" ADD COLUMN "key" uuid DEFAULT gen_random_uuid();',
    'ALTER TABLE "users" ADD COLUMN "x" integer GENERATED ALWAYS AS (1) STORED;',
    '-- short lock: no\nDROP TABLE "users";',
    '-- short lock: no\nALTER TABLE "users" ALTER COLUMN "id" SET DATA TYPE bigint USING 1;',
    'CREATE TABLE "a" ("id" integer); DROP TABLE "b";',
  ])('that takes away, or locks for long, may not: %s', (sql) => {
    expect(problemsOfMigration(sql)).toHaveLength(1);
  });

  it('is dated after its predecessor in the journal', () => {
    const entry = (idx: number, when: number) => ({ idx, when, tag: `000${idx}` });
    expect(problemsOfJournal([entry(0, 10), entry(1, 20), entry(2, 30)])).toEqual([]);
    expect(problemsOfJournal([entry(0, 10), entry(1, 20), entry(2, 15)])).toHaveLength(1);
  });
});
