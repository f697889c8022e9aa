CREATE TABLE "checked_links" (
	"url" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"checked_at" timestamp with time zone,
	"outcome" text,
	"status" integer,
	"first_broken_at" timestamp with time zone,
	"last_ok_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "link_uses" (
	"url" text NOT NULL,
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	CONSTRAINT "link_uses_kind_piece_id_url_pk" PRIMARY KEY("kind","piece_id","url")
);
--> statement-breakpoint
CREATE TABLE "piece_checks" (
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"checked_on" date NOT NULL,
	"by" uuid NOT NULL,
	CONSTRAINT "piece_checks_kind_piece_id_pk" PRIMARY KEY("kind","piece_id")
);
--> statement-breakpoint
CREATE INDEX "checked_links_due" ON "checked_links" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "checked_links_broken" ON "checked_links" USING btree ("first_broken_at");--> statement-breakpoint
CREATE INDEX "link_uses_url" ON "link_uses" USING btree ("url");