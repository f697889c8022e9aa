-- The source's own lasting id of an imported piece. Null until the next import says it; no default, so no rewrite.
ALTER TABLE "articles" ADD COLUMN "source_id" text;