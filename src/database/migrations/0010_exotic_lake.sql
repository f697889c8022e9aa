CREATE TABLE "former_limits" (
	"identifier_hash" text NOT NULL,
	"key" text NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint NOT NULL,
	CONSTRAINT "former_limits_identifier_hash_key_pk" PRIMARY KEY("identifier_hash","key")
);
--> statement-breakpoint
CREATE TABLE "suspensions" (
	"identifier_hash" text PRIMARY KEY NOT NULL,
	"suspended_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "former_limits_expire" ON "former_limits" USING btree ("expire");