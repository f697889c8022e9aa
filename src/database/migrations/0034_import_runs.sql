CREATE TABLE "import_run_pieces" (
	"run_id" integer NOT NULL,
	"article_id" integer NOT NULL,
	"before" jsonb,
	"moved_addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_act" bigint NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "import_run_pieces_run_id_article_id_pk" PRIMARY KEY("run_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "import_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"fingerprint" text NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"site" text NOT NULL,
	"started_by" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"report" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"new_tags" text[] DEFAULT '{}' NOT NULL,
	"new_authors" text[] DEFAULT '{}' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"undo" jsonb
);
--> statement-breakpoint
ALTER TABLE "import_run_pieces" ADD CONSTRAINT "import_run_pieces_run_id_import_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."import_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_run_pieces" ADD CONSTRAINT "import_run_pieces_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_run_pieces_article" ON "import_run_pieces" USING btree ("article_id","run_id");--> statement-breakpoint
CREATE INDEX "import_runs_fingerprint" ON "import_runs" USING btree ("fingerprint");