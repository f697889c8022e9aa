-- short lock: constant defaults rewrite nothing, and the outbox holds a few days' messages.
ALTER TABLE "reports" ADD COLUMN "is_dismissed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checked_links" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checked_links" ADD COLUMN "first_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "track_events" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "outbox_codes" ON "outbox_messages" USING btree ("next_try_at") WHERE purpose in ('signin', 'link', 'confirm');