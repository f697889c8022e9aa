CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "notification_mails" ALTER COLUMN "is_on" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "answers" text[] DEFAULT '{push}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "follows" text[] DEFAULT '{push}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "changes" text[] DEFAULT '{push}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "digest" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "quiet_from" text;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "quiet_until" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "awaits_push" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What came before is in the lists already: no device is notified of it.
ALTER TABLE "notifications" ALTER COLUMN "awaits_push" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
-- short lock: the table is read once, and no row of it awaits, so the index is empty.
CREATE INDEX "notifications_awaiting" ON "notifications" USING btree ("id") WHERE awaits_push;