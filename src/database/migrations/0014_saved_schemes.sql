CREATE TABLE "saved_schemes" (
	"profile_id" integer NOT NULL,
	"scheme_id" integer NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "saved_schemes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_schemes_profile_id_scheme_id_pk" PRIMARY KEY("profile_id","scheme_id")
);
--> statement-breakpoint
ALTER TABLE "saved_schemes" ADD CONSTRAINT "saved_schemes_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;