CREATE OR REPLACE FUNCTION "refuse_change_of_moderation_acts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF OLD.created_at < now() - interval '180 days' THEN
			RETURN OLD;
		END IF;
	-- Two accounts that were merged are one person: what may be done about an act is looked up by its people.
	ELSIF to_jsonb(NEW) - 'author_id' - 'moderator_id' = to_jsonb(OLD) - 'author_id' - 'moderator_id'
		AND (NEW.author_id IS NULL) = (OLD.author_id IS NULL) AND (NEW.moderator_id IS NULL) = (OLD.moderator_id IS NULL) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'moderation_acts is append-only';
END
$$;
