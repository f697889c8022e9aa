CREATE TABLE "studio_live_media" (
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	CONSTRAINT "studio_live_media_path_kind_piece_id_pk" PRIMARY KEY("path","kind","piece_id")
);
--> statement-breakpoint
ALTER TABLE "studio_live_media" ADD CONSTRAINT "studio_live_media_kind_piece_id_studio_pieces_kind_id_fk" FOREIGN KEY ("kind","piece_id") REFERENCES "public"."studio_pieces"("kind","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "studio_live_media_piece" ON "studio_live_media" USING btree ("kind","piece_id");--> statement-breakpoint
-- As `mediaOf` reads them (features/studio/projection-of-revision.server.ts); of a clip what its live row shows beside it.
CREATE VIEW "studio_shown_media" AS
	SELECT p.kind, p.id AS piece_id, '/' || found[1] AS path
	FROM studio_revisions r
	JOIN studio_pieces p ON p.kind = r.kind AND p.id = r.piece_id AND p.live = r.number,
		regexp_matches(r.body || ' ' || r.fields::text, '(media/studio/[A-Za-z0-9_./-]+\.(?:webp|avif|jpe?g|png|mp4|webm|vtt))', 'gi') found
	WHERE position('media/studio/' in r.body) > 0 OR position('media/studio/' in r.fields::text) > 0
	UNION
	SELECT p.kind, p.id, shown.path
	FROM videos v
	JOIN studio_pieces p ON p.kind = 'videos' AND p.id = v.id AND p.live IS NOT NULL,
		unnest(ARRAY[v.video_url, v.captions_url, v.thumbnail]) shown (path)
	WHERE shown.path LIKE '/media/studio/%';--> statement-breakpoint
CREATE FUNCTION "list_live_media"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM studio_live_media WHERE kind = NEW.kind AND piece_id = NEW.id;
	INSERT INTO studio_live_media (kind, piece_id, path)
		SELECT kind, piece_id, path FROM studio_shown_media WHERE kind = NEW.kind AND piece_id = NEW.id;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- At the commit, when revision and rows are written. The version before lists what it publishes, too.
CREATE CONSTRAINT TRIGGER "studio_pieces_live_media" AFTER INSERT OR UPDATE OF live ON studio_pieces
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION list_live_media();--> statement-breakpoint
INSERT INTO studio_live_media (kind, piece_id, path) SELECT kind, piece_id, path FROM studio_shown_media;
