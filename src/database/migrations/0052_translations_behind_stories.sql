ALTER TABLE "ctas" ADD COLUMN "is_behind" boolean;--> statement-breakpoint
ALTER TABLE "webstories" ADD COLUMN "is_behind" boolean;