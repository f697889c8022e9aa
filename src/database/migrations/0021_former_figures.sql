CREATE TABLE "former_figures" (
	"article_id" integer NOT NULL,
	"unit" text NOT NULL,
	"value" double precision NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_figures_article_id_unit_value_pk" PRIMARY KEY("article_id","unit","value")
);
--> statement-breakpoint
ALTER TABLE "former_figures" ADD CONSTRAINT "former_figures_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;