-- short lock: no row that is there falls into the index, so it is one reading of the table and no sorting.
ALTER TABLE "questions" ADD COLUMN "duplicate_of" integer;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "duplicate_of" integer;--> statement-breakpoint
CREATE INDEX "questions_merged" ON "questions" USING btree ("duplicate_of") WHERE duplicate_of is not null;