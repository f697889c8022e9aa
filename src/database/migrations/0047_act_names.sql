-- short lock: the acts of a newsroom are some thousand rows
ALTER TABLE "studio_acts" ADD COLUMN "actor_name" text;--> statement-breakpoint
CREATE INDEX "studio_acts_actor" ON "studio_acts" USING btree ("actor","id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_change_of_studio_acts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		-- The name goes with the account; everything else stays.
		IF NEW.actor_name IS NULL AND to_jsonb(NEW) - 'actor_name' = to_jsonb(OLD) - 'actor_name' THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'studio_acts is append-only';
END
$$;
