ALTER TABLE "questions" ADD COLUMN "summary" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "summary_html" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "summarised_at" timestamp with time zone;