-- short lock: both indexes hold few rows; 100,000 pieces are read in 0.1 s, and nothing of them is sorted or written.
DROP INDEX IF EXISTS "studio_pieces_beside";--> statement-breakpoint
ALTER TABLE "cache_purges" ADD COLUMN "is_urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cache_purges_urgent" ON "cache_purges" USING btree ("id") WHERE is_urgent;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "studio_pieces_ahead" ON "studio_pieces" USING btree ("kind","id") WHERE revision - live <> 0;--> statement-breakpoint
-- Without them the planner takes two columns that are compared with each other to differ in nearly every row.
CREATE STATISTICS "studio_pieces_ahead" ON (revision - live) FROM "studio_pieces";--> statement-breakpoint
ANALYZE "studio_pieces";
