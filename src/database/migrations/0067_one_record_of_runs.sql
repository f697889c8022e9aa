ALTER TABLE "import_run_files" ADD COLUMN "moved_addresses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- What imports from elsewhere wrote goes to the one record of all imports. The old table stays for the version before; once nobody
-- goes back to that, it can be dropped. Revision 0, which no piece has: the piece is kept, since people wrote in it, or its text of
-- before was never a revision.
INSERT INTO import_run_files (run_id, kind, piece_id, revision, moved_addresses, last_act, undone_at, before)
SELECT p.run_id, 'articles', p.article_id,
	CASE WHEN p.before IS NOT NULL AND p.revision IS NULL
			OR EXISTS (SELECT 1 FROM studio_revisions r WHERE r.kind = 'articles' AND r.piece_id = s.id AND r.author_id IS NOT NULL) THEN 0
		-- What the next run found is what this one left.
		ELSE coalesce(lead(p.revision) OVER (PARTITION BY p.article_id, p.undone_at IS NULL ORDER BY p.run_id), s.revision) END,
	p.moved_addresses, p.last_act, p.undone_at,
	CASE WHEN p.before IS NOT NULL THEN jsonb_build_object(
		'row', p.before -> 'row',
		'lists', jsonb_build_object('article_categories', p.before -> 'categories', 'article_tags', p.before -> 'tags',
			'schemes', p.before -> 'schemes', 'former_figures', p.before -> 'figures', 'redirects', p.before -> 'redirects'),
		'piece', to_jsonb(s) || jsonb_build_object(
			'revision', p.revision,
			'live', CASE WHEN w.is_shown AND NOT w.is_early THEN p.revision END,
			'last_live', CASE WHEN w.is_shown AND NOT w.is_early THEN p.revision ELSE s.last_live END,
			'state', CASE WHEN w.is_shown THEN CASE WHEN w.is_early THEN 'scheduled' ELSE 'live' END
				WHEN w.is_held THEN 'unpublished' ELSE 'draft' END,
			'scheduled_at', CASE WHEN w.is_shown AND w.is_early THEN w.published_at END,
			'scheduled_reason', CASE WHEN w.is_shown AND w.is_early THEN 'imported' END,
			'scheduled_by', NULL, 'scheduled_note', NULL)) END
FROM import_run_pieces p
JOIN studio_pieces s ON s.kind = 'articles' AND s.id = p.article_id
CROSS JOIN LATERAL (SELECT (p.before #>> '{row,published_at}')::timestamptz AS published_at) d
CROSS JOIN LATERAL (SELECT d.published_at, d.published_at > now() AS is_early, p.before #>> '{row,status}' = 'published' AS is_shown,
	(p.before #>> '{row,is_held}')::boolean AS is_held) w
ON CONFLICT DO NOTHING;
