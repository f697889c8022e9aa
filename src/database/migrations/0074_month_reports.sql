CREATE TABLE "month_reports" (
	"month" text PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL
);
