-- short lock: the tables are new, and the new columns of moderation_acts and users have constant defaults
CREATE TABLE "sealed_files" (
	"removal_id" integer NOT NULL,
	"path" text NOT NULL,
	"part" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "sealed_files_removal_id_path_part_pk" PRIMARY KEY("removal_id","path","part")
);
--> statement-breakpoint
CREATE TABLE "sealed_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sealed_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"removal_id" integer NOT NULL,
	"kind" text NOT NULL,
	"entity_id" text NOT NULL,
	"act" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sealed_removals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sealed_removals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"entity_id" text NOT NULL,
	"reason" text NOT NULL,
	"content" text NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD COLUMN "keeps_post" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD COLUMN "keeps_nothing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sealed_files" ADD CONSTRAINT "sealed_files_removal_id_sealed_removals_id_fk" FOREIGN KEY ("removal_id") REFERENCES "public"."sealed_removals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sealed_removals_entity" ON "sealed_removals" USING btree ("kind","entity_id");--> statement-breakpoint
CREATE INDEX "sealed_removals_expires" ON "sealed_removals" USING btree ("expires_at");
--> statement-breakpoint
CREATE FUNCTION "refuse_change_of_sealed_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'sealed_log is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "sealed_log_append_only" BEFORE UPDATE OR DELETE ON "sealed_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_sealed_log"();
