-- short lock: acts are kept for 180 days, and the second index holds the newsroom's few rows.
CREATE INDEX "moderation_acts_moderator" ON "moderation_acts" USING btree ("moderator_id");--> statement-breakpoint
CREATE INDEX "users_newsroom" ON "users" USING btree ("id") WHERE cardinality(roles) > 0;