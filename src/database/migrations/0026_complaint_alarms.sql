ALTER TABLE "tickets" ADD COLUMN "acknowledge_alarm" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "decide_alarm" smallint DEFAULT 0 NOT NULL;