CREATE TABLE "studio_translations" (
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"original_id" integer NOT NULL,
	"links" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	CONSTRAINT "studio_translations_kind_piece_id_pk" PRIMARY KEY("kind","piece_id")
);
--> statement-breakpoint
ALTER TABLE "studio_translations" ADD CONSTRAINT "studio_translations_kind_piece_id_studio_pieces_kind_id_fk" FOREIGN KEY ("kind","piece_id") REFERENCES "public"."studio_pieces"("kind","id") ON DELETE cascade ON UPDATE no action;