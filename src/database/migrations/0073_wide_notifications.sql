-- short lock: the table is rewritten, a second at 100,000 rows, which no site has; 95 s were measured at ten million.
-- The version before reads these ids through columns of the schema only, which make numbers of the driver's strings.
ALTER TABLE "notifications" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;