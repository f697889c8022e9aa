-- The script of a word decides its stemmer, so that English within Hindi, and Hindi within English, is found as well.
CREATE TEXT SEARCH CONFIGURATION nagrik (COPY = simple);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION nagrik ALTER MAPPING FOR asciiword, asciihword, hword_asciipart WITH unaccent, english_stem;--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION nagrik ALTER MAPPING FOR word, hword, hword_part WITH unaccent, hindi_stem;--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION nagrik_plain (COPY = simple);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION nagrik_plain ALTER MAPPING FOR asciiword, asciihword, hword_asciipart, word, hword, hword_part WITH unaccent, simple;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "title_vector" "tsvector" NOT NULL;--> statement-breakpoint
-- Rows stay narrow: bodies and vectors live out of line, so that passing over many hits reads few pages.
ALTER TABLE "search_documents" SET (toast_tuple_target = 256);--> statement-breakpoint
ALTER TABLE "search_documents" ALTER COLUMN "title" SET STORAGE MAIN, ALTER COLUMN "plain_title" SET STORAGE MAIN, ALTER COLUMN "title_vector" SET STORAGE MAIN;--> statement-breakpoint
CREATE INDEX "search_documents_title_vector" ON "search_documents" USING gin ("title_vector");--> statement-breakpoint
CREATE INDEX "search_documents_newest" ON "search_documents" USING btree ("kind","published_at","entity_id");--> statement-breakpoint
CREATE INDEX "search_documents_title" ON "search_documents" USING btree ("kind","plain_title" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
ALTER TABLE "search_words" DROP COLUMN "documents";--> statement-breakpoint
-- A search reads the whole list of what is not yet merged, and PGlite has no autovacuum to merge it.
ALTER INDEX "search_documents_vector" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_documents_title_vector" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "search_documents_plain_title" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "search_words_trgm" SET (gin_pending_list_limit = 64);
