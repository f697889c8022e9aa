CREATE TABLE "import_run_files" (
	"run_id" integer NOT NULL,
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"before" jsonb,
	"revision" integer NOT NULL,
	"last_act" bigint NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "import_run_files_run_id_kind_piece_id_pk" PRIMARY KEY("run_id","kind","piece_id")
);
--> statement-breakpoint
ALTER TABLE "import_run_files" ADD CONSTRAINT "import_run_files_run_id_import_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."import_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_run_files" ADD CONSTRAINT "import_run_files_kind_piece_id_studio_pieces_kind_id_fk" FOREIGN KEY ("kind","piece_id") REFERENCES "public"."studio_pieces"("kind","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_run_files_piece" ON "import_run_files" USING btree ("kind","piece_id","run_id");