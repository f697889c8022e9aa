-- short lock: the revisions of one newsroom; half a second for each 50,000 of them, and only those that show an upload are kept in the index
CREATE TABLE "studio_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"length" integer NOT NULL,
	"offset" integer DEFAULT 0 NOT NULL,
	"parts" integer[] DEFAULT '{}' NOT NULL,
	"parts_begun" integer DEFAULT 0 NOT NULL,
	"words" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"path" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "studio_media" ADD COLUMN "captions" text;--> statement-breakpoint
ALTER TABLE "studio_media" ADD COLUMN "poster" text;--> statement-breakpoint
CREATE INDEX "studio_uploads_user" ON "studio_uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "studio_uploads_expiry" ON "studio_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "studio_revisions_media" ON "studio_revisions" USING btree ("kind","piece_id","number") WHERE position('media/studio/' in body) > 0 or position('media/studio/' in fields::text) > 0;