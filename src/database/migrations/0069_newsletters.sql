CREATE TABLE "newsletter_recipients" (
	"newsletter_id" integer NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"message_id" uuid,
	"settled_at" timestamp with time zone,
	"result" text,
	CONSTRAINT "newsletter_recipients_newsletter_id_subscriber_id_pk" PRIMARY KEY("newsletter_id","subscriber_id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"mailbox" text NOT NULL,
	"lang" text NOT NULL,
	"state" text,
	"category_ids" integer[] DEFAULT '{}' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"consent_words" text,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"end_code" text,
	CONSTRAINT "newsletter_subscribers_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lang" text NOT NULL,
	"subject" text NOT NULL,
	"introduction" text NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"states" text[] DEFAULT '{}' NOT NULL,
	"category_ids" integer[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_by" uuid,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"send_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"sent" integer,
	"refused" integer,
	"gone" integer
);
--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_recipients_subscriber" ON "newsletter_recipients" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "newsletter_recipients_left" ON "newsletter_recipients" USING btree ("newsletter_id","subscriber_id") WHERE message_id is null and settled_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_recipients_handed" ON "newsletter_recipients" USING btree ("message_id") WHERE message_id is not null and settled_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_lang" ON "newsletter_subscribers" USING btree ("lang") WHERE confirmed_at is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_requested" ON "newsletter_subscribers" USING btree ("requested_at") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_ended" ON "newsletter_subscribers" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "newsletters_at_work" ON "newsletters" USING btree ("state") WHERE state in ('scheduled', 'sending', 'stopped');