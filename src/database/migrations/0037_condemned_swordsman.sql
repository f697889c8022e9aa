-- short lock: pieces of one newsroom; 4 seconds for 100,000 of them, nearly all for the trigrams, in which the studio
-- cannot save and readers notice nothing. More than that: docs/operating.md, "Updating".
CREATE INDEX IF NOT EXISTS "studio_pieces_state" ON "studio_pieces" USING btree ("kind","state","updated_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "studio_pieces_title" ON "studio_pieces" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "studio_pieces_beside" ON "studio_pieces" USING btree ("kind","id") WHERE revision <> live;