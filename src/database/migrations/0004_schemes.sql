CREATE TABLE "schemes" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"level" text,
	"state" text,
	"department" text,
	"details" jsonb NOT NULL,
	"rules" jsonb,
	"official_url" text,
	"last_checked_on" date
);
--> statement-breakpoint
ALTER TABLE "schemes" ADD CONSTRAINT "schemes_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schemes_with_rules" ON "schemes" USING btree ("article_id") WHERE rules is not null;