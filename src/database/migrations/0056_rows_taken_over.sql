ALTER TABLE "import_run_pieces" ADD COLUMN "revision" integer;--> statement-breakpoint
-- What earlier versions wrote into rows without a revision, and a background job took over later: once, for good.
CREATE OR REPLACE FUNCTION pg_temp.given(fields jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(fields) WHERE value NOT IN ('null', '""', '[]')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION pg_temp.scheme_fields(s schemes) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT pg_temp.given(jsonb_build_object(
		'name', s.name,
		'level', CASE WHEN s.level = 'STATE' THEN s.state ELSE 'central' END,
		'department', s.department,
		'forWhom', s.details -> 'forWhom',
		'kind', s.details -> 'kind',
		'worth', s.details -> 'worth',
		'benefits', s.details -> 'benefits',
		'eligibility', s.details -> 'eligibility',
		'exclusions', s.details -> 'exclusions',
		'documents', (SELECT jsonb_agg(to_jsonb(concat_ws(' — ', d ->> 'name', d ->> 'note')) ORDER BY n)
			FROM jsonb_array_elements(s.details -> 'documents') WITH ORDINALITY AS list(d, n)),
		'fee', CASE WHEN jsonb_typeof(s.details -> 'fee') = 'object' THEN pg_temp.given(s.details -> 'fee') END,
		'apply', pg_temp.given(jsonb_build_object(
			'online', s.details -> 'apply' -> 'onlineUrl', 'offline', s.details -> 'apply' -> 'offlineSteps')),
		'officialUrl', s.official_url,
		'lastCheckedAt', s.last_checked_on,
		'rules', s.rules,
		'alsoCheck', s.details -> 'alsoCheck',
		'cases', s.cases,
		'reasons', s.details -> 'reasons'))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION pg_temp.piece_key(source_key text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT regexp_replace(source_key, '^content:', '')
$$;--> statement-breakpoint
WITH said AS (
	SELECT 'tags' AS kind, t.id, t.name AS key, t.display_name AS title, pg_temp.given(jsonb_build_object(
		'id', t.id, 'name', t.name, 'displayName', t.display_name,
		'translations', nullif(t.translations, '{}'), 'sample', nullif(t.is_sample, false))) AS fields
	FROM tags t
	UNION ALL
	SELECT 'authors', w.id, w.key, w.name, pg_temp.given(jsonb_build_object(
		'id', w.id, 'name', w.name, 'bio', w.bio, 'image', regexp_replace(w.image_url, '^/', ''),
		'translations', nullif(w.translations, '{}'), 'sample', nullif(w.is_sample, false)))
	FROM authors w
	UNION ALL
	SELECT 'feed', 1, 'home', 'home', jsonb_build_object('sections', jsonb_agg(pg_temp.given(jsonb_build_object(
		'title', f.title, 'layout', f.layout, 'link', f.link,
		'items', (SELECT jsonb_agg(CASE WHEN slot ->> 'kind' = 'latest'
				THEN jsonb_build_object('latest', pg_temp.given(jsonb_build_object(
					'kind', slot -> 'of', 'category', slot -> 'category', 'limit', slot -> 'limit')))
				ELSE to_jsonb(concat(slot ->> 'kind', ':', slot ->> 'key')) END ORDER BY n)
			FROM jsonb_array_elements(f.slots) WITH ORDINALITY AS slots(slot, n)))) ORDER BY f.position))
	FROM feed_sections f HAVING count(*) > 0
	UNION ALL
	SELECT 'feed', 2, 'rail', 'rail', jsonb_build_object(
		'helplines', coalesce((SELECT helplines FROM feed_rail), '[]'), 'dates', coalesce((SELECT dates FROM feed_rail), '[]'))
	WHERE EXISTS (SELECT 1 FROM feed_rail) OR EXISTS (SELECT 1 FROM feed_sections)
), begun AS (
	INSERT INTO studio_pieces (kind, id, key, source_key, revision, state, live, last_live, first_live_at, title, group_key)
	SELECT kind, id, key, 'content:' || key, 1, 'live', 1, 1, now(), left(title, 300), key FROM said
	ON CONFLICT DO NOTHING
	RETURNING kind, id
), written AS (
	INSERT INTO studio_revisions (kind, piece_id, number, fields, body)
	SELECT kind, id, 1, fields, '' FROM said JOIN begun USING (kind, id)
)
INSERT INTO studio_acts (actor, act, kind, piece_id, to_revision) SELECT 'system', 'adopt', kind, id, 1 FROM begun;--> statement-breakpoint
WITH said AS (
	SELECT a.id, a.source_key, pg_temp.piece_key(a.source_key) AS key, a.title, a.body, a.lang, a.last_checked_at, a.created_at,
		a.published_at, a.status, a.is_held,
		CASE WHEN a.group_id <> a.id THEN (SELECT pg_temp.piece_key(o.source_key) FROM articles o WHERE o.id = a.group_id) END AS original
	FROM articles a
	WHERE NOT EXISTS (SELECT 1 FROM studio_pieces p WHERE p.kind = 'articles' AND p.id = a.id)
		AND NOT EXISTS (SELECT 1 FROM studio_pieces p WHERE p.kind = 'articles' AND p.source_key = a.source_key)
), begun AS (
	INSERT INTO studio_pieces (kind, id, key, source_key, revision, title, lang, last_checked_on, group_key, created_at, updated_at,
		state, live, last_live, first_live_at, scheduled_at, scheduled_reason)
	SELECT 'articles', id, key, source_key, 1, left(title, 300), lang, last_checked_at, coalesce(original, key), created_at, created_at,
		CASE WHEN status <> 'published' THEN CASE WHEN is_held THEN 'unpublished' ELSE 'draft' END
			WHEN published_at > now() THEN 'scheduled' ELSE 'live' END,
		CASE WHEN is_live THEN 1 END, CASE WHEN is_live THEN 1 END, CASE WHEN is_live THEN published_at END,
		CASE WHEN is_due THEN published_at END, CASE WHEN is_due THEN 'imported' END
	FROM (SELECT *, status = 'published' AND published_at <= now() AS is_live, status = 'published' AND published_at > now() AS is_due
		FROM said) AS rows
	ON CONFLICT DO NOTHING
	RETURNING id
), written AS (
	INSERT INTO studio_revisions (kind, piece_id, number, lang, body, at, fields)
	SELECT 'articles', a.id, 1, a.lang, a.body, a.created_at, pg_temp.given(jsonb_build_object(
		'id', a.id,
		'title', a.title,
		'summary', a.summary,
		'author', (SELECT key FROM authors w WHERE w.id = a.author_id),
		'categories', (SELECT jsonb_agg(c.key ORDER BY i.position)
			FROM article_categories i JOIN categories c ON c.id = i.category_id WHERE i.article_id = a.id),
		'tags', (SELECT jsonb_agg(t.display_name ORDER BY t.name) FROM article_tags i JOIN tags t ON t.id = i.tag_id WHERE i.article_id = a.id),
		'publishedAt', CASE WHEN a.published_at <> 'epoch'
			THEN to_char(a.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END,
		'lastCheckedAt', a.last_checked_at,
		'coverFigure', a.cover_figure,
		'lang', a.lang,
		'translationOf', said.original,
		'follows', a.follows,
		'metaTitle', a.meta_title,
		'metaDescription', a.meta_description,
		'thumbnail', regexp_replace(a.thumbnail, '^/', ''),
		'sources', a.sources,
		'corrections', a.corrections,
		'scheme', (SELECT pg_temp.scheme_fields(s) FROM schemes s WHERE s.article_id = a.id),
		'oldPaths', (SELECT jsonb_agg(r.from_path ORDER BY r.from_path) FROM redirects r WHERE r.to_kind = 'article' AND r.to_id = a.id),
		'sample', nullif(a.is_sample, false)))
	FROM begun JOIN articles a USING (id) JOIN said USING (id)
)
INSERT INTO studio_acts (actor, act, kind, piece_id, to_revision) SELECT 'system', 'adopt', 'articles', id, 1 FROM begun;--> statement-breakpoint
-- short lock: only pieces that an import of the last ninety days changed
UPDATE import_run_pieces AS p SET revision = coalesce(
	(SELECT from_revision FROM studio_acts a WHERE a.kind = 'articles' AND a.piece_id = p.article_id AND a.act = 'import' AND a.id > p.last_act
		ORDER BY a.id LIMIT 1),
	(SELECT revision FROM studio_pieces s WHERE s.kind = 'articles' AND s.id = p.article_id))
WHERE p.before IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM studio_acts a WHERE a.kind = 'articles' AND a.piece_id = p.article_id AND a.act = 'adopt' AND a.id > p.last_act);
