ALTER TABLE "text_pages" ADD COLUMN "is_behind" boolean;--> statement-breakpoint
ALTER TABLE "studio_translations" ADD COLUMN "whole_at" integer;--> statement-breakpoint
ALTER TABLE "studio_translations" ADD COLUMN "behind_since" timestamp with time zone;