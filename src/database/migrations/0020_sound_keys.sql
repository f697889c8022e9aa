-- short lock: a table of words, a few thousand rows; the new columns rewrite nothing.
DROP INDEX "search_words_trgm";--> statement-breakpoint
DROP INDEX "search_words_prefix";--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "sound_keys" text[];--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "is_body_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "search_words_names_trgm" ON "search_words" USING gin ("word" gin_trgm_ops) WHERE not is_body_only;--> statement-breakpoint
CREATE INDEX "search_words_names_prefix" ON "search_words" USING btree ("word" text_pattern_ops) WHERE not is_body_only;--> statement-breakpoint
CREATE INDEX "search_words_sound" ON "search_words" USING gin ("sound_keys");--> statement-breakpoint
ALTER INDEX "search_words_names_trgm" SET (gin_pending_list_limit = 64);--> statement-breakpoint
ALTER INDEX "search_words_sound" SET (gin_pending_list_limit = 64);
