CREATE TABLE "code_challenges" (
	"challenge_id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"browser" text NOT NULL,
	"is_bare" boolean NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid,
	"code_hash" text NOT NULL,
	"draft" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "code_challenges_browser" ON "code_challenges" USING btree ("identifier","browser");--> statement-breakpoint
CREATE INDEX "code_challenges_expires" ON "code_challenges" USING btree ("expires_at");