ALTER TABLE "articles" ADD COLUMN "is_behind" boolean;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "is_behind" boolean;