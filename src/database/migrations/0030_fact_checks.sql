CREATE TABLE "fact_checks" (
	"key" text PRIMARY KEY NOT NULL,
	"checked_on" date,
	"checked_by" uuid,
	"owner_id" uuid
);
