CREATE INDEX "studio_pieces_state" ON "studio_pieces" USING btree ("kind","state","updated_at","id");--> statement-breakpoint
CREATE INDEX "studio_pieces_title" ON "studio_pieces" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "studio_pieces_beside" ON "studio_pieces" USING btree ("kind","id") WHERE revision <> live;