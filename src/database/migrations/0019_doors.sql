CREATE TABLE "piece_help" (
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"helped" bigint DEFAULT 0 NOT NULL,
	"did_not_help" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "piece_help_kind_piece_id_pk" PRIMARY KEY("kind","piece_id")
);
--> statement-breakpoint
CREATE TABLE "scam_matches" (
	"scam_id" integer NOT NULL,
	"day" date NOT NULL,
	"times" bigint NOT NULL,
	CONSTRAINT "scam_matches_scam_id_day_pk" PRIMARY KEY("scam_id","day")
);
--> statement-breakpoint
ALTER TABLE "scam_matches" ADD CONSTRAINT "scam_matches_scam_id_known_scams_id_fk" FOREIGN KEY ("scam_id") REFERENCES "public"."known_scams"("id") ON DELETE cascade ON UPDATE no action;