-- short lock: a column with a constant default rewrites nothing. The index of languages reads 100,000 articles in less than
-- a second; the others are empty or tiny, because no piece has a group yet. The update below finds pieces by their title.
ALTER TABLE "articles" ADD COLUMN "group_id" integer;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "follows" date;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "translations" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "translations" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_sections" ADD COLUMN "translations" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "text_pages" ADD COLUMN "lang" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "text_pages" ADD COLUMN "translation_of" text;--> statement-breakpoint
ALTER TABLE "text_pages" ADD COLUMN "follows" date;--> statement-breakpoint
ALTER TABLE "ctas" ADD COLUMN "lang" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "ctas" ADD COLUMN "group_id" integer;--> statement-breakpoint
ALTER TABLE "ctas" ADD COLUMN "follows" date;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "translations" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "lang" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "group_id" integer;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "follows" date;--> statement-breakpoint
ALTER TABLE "webstories" ADD COLUMN "lang" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "webstories" ADD COLUMN "group_id" integer;--> statement-breakpoint
ALTER TABLE "webstories" ADD COLUMN "follows" date;--> statement-breakpoint
CREATE INDEX "articles_lang" ON "articles" USING btree ("lang","published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "articles_group" ON "articles" USING btree ("group_id","lang") WHERE group_id is not null and status = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "text_pages_translation" ON "text_pages" USING btree ("translation_of","lang");--> statement-breakpoint
CREATE UNIQUE INDEX "ctas_group" ON "ctas" USING btree ("group_id","lang");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_group" ON "videos" USING btree ("group_id","lang") WHERE group_id is not null and status = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "webstories_group" ON "webstories" USING btree ("group_id","lang") WHERE group_id is not null and status = 'published';--> statement-breakpoint
-- Pieces in Hindi that were stored before their language was asked for: most letters of the title are Devanagari.
UPDATE "articles" SET "lang" = 'hi' WHERE "lang" = 'en' AND "title" ~ '[ऀ-ॿ]'
  AND 2 * length(regexp_replace("title", '[^ऀ-ॿ]', '', 'g')) > length(regexp_replace("title", '[[:space:][:digit:][:punct:]]', '', 'g'));--> statement-breakpoint
UPDATE "videos" SET "lang" = 'hi' WHERE "lang" = 'en' AND "title" ~ '[ऀ-ॿ]'
  AND 2 * length(regexp_replace("title", '[^ऀ-ॿ]', '', 'g')) > length(regexp_replace("title", '[[:space:][:digit:][:punct:]]', '', 'g'));--> statement-breakpoint
UPDATE "webstories" SET "lang" = 'hi' WHERE "title" ~ '[ऀ-ॿ]'
  AND 2 * length(regexp_replace("title", '[^ऀ-ॿ]', '', 'g')) > length(regexp_replace("title", '[[:space:][:digit:][:punct:]]', '', 'g'));
