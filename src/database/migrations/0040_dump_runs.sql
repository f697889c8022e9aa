-- short lock: no row that is there falls into either index, so each is one reading of the table and no sorting.
ALTER TABLE "imported_posts" ADD COLUMN "run_id" integer;--> statement-breakpoint
ALTER TABLE "imported_posts" ADD COLUMN "question_id" integer;--> statement-breakpoint
ALTER TABLE "imported_posts" ADD COLUMN "was_closed" boolean;--> statement-breakpoint
CREATE INDEX "imported_posts_run" ON "imported_posts" USING btree ("run_id","question_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "imported_posts_question" ON "imported_posts" USING btree ("question_id") WHERE question_id is not null;