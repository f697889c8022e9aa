ALTER TABLE "comments" ADD COLUMN "is_nameless" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "is_anonymous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "district" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "took_hint" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "is_nameless" boolean DEFAULT false NOT NULL;