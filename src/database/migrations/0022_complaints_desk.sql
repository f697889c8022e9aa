ALTER TABLE "ticket_answers" ADD COLUMN "is_interim" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_answers" ADD COLUMN "by" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "close_reason" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "taken_by" uuid;--> statement-breakpoint
-- short lock: complaints are few, and go after 180 days. Those with an address got their receipt by mail.
UPDATE "tickets" SET "acknowledged_at" = "created_at" WHERE "kind" = 'grievance' AND "email" IS NOT NULL;
