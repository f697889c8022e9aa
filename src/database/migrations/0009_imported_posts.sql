CREATE TABLE "imported_posts" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" integer NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" integer NOT NULL,
	CONSTRAINT "imported_posts_source_kind_source_id_pk" PRIMARY KEY("source","kind","source_id")
);
