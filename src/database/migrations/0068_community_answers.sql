-- short lock: constant defaults rewrite nothing; at most one row a person is read for the index, and few fall into it.
ALTER TABLE "notification_mails" ADD COLUMN "digest_due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "digest_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "is_tried_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_mails_digest" ON "notification_mails" USING btree ("digest_due_at") WHERE digest <> 'none';