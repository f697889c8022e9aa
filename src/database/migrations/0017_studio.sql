CREATE TABLE "second_factor_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "studio_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "studio_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"act" text NOT NULL,
	"kind" text,
	"piece_id" integer,
	"from_revision" integer,
	"to_revision" integer,
	"note" text,
	"is_emergency" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "studio_approvals" (
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"approver_id" uuid NOT NULL,
	"note" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "studio_approvals_kind_piece_id_revision_approver_id_pk" PRIMARY KEY("kind","piece_id","revision","approver_id")
);
--> statement-breakpoint
CREATE TABLE "studio_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "studio_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"identifier" text NOT NULL,
	"roles" text[] NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "studio_media" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "studio_media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"width" integer,
	"height" integer,
	"bytes" integer NOT NULL,
	"seconds" integer,
	"description" text DEFAULT '' NOT NULL,
	"credit" text DEFAULT '' NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "studio_media_path_unique" UNIQUE("path")
);
--> statement-breakpoint
CREATE TABLE "studio_pieces" (
	"kind" text NOT NULL,
	"id" integer NOT NULL,
	"key" text NOT NULL,
	"source_key" text NOT NULL,
	"revision" integer NOT NULL,
	"state" text NOT NULL,
	"live" integer,
	"last_live" integer,
	"first_live_at" timestamp with time zone,
	"approved" integer,
	"scheduled_at" timestamp with time zone,
	"scheduled_by" uuid,
	"scheduled_note" text,
	"scheduled_reason" text,
	"title" text NOT NULL,
	"lang" text,
	"group_key" text,
	"last_checked_on" text,
	"created_by" uuid,
	"updated_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"file_hash" text,
	"file_front" text,
	"file_revision" integer,
	CONSTRAINT "studio_pieces_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "studio_preview_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "studio_preview_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"link_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "studio_preview_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"secret_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "studio_preview_links_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "studio_publications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "studio_publications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"by" uuid,
	"change_note" text,
	"emergency_reason" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "studio_revisions" (
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"number" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"body" text NOT NULL,
	"lang" text,
	"author_id" uuid,
	"from_revision" integer,
	"is_erased" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "studio_revisions_kind_piece_id_number_pk" PRIMARY KEY("kind","piece_id","number")
);
--> statement-breakpoint
CREATE TABLE "studio_shares" (
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "studio_shares_kind_piece_id_user_id_pk" PRIMARY KEY("kind","piece_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "second_factor_sessions" ADD CONSTRAINT "second_factor_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_approvals" ADD CONSTRAINT "studio_approvals_kind_piece_id_studio_pieces_kind_id_fk" FOREIGN KEY ("kind","piece_id") REFERENCES "public"."studio_pieces"("kind","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_preview_comments" ADD CONSTRAINT "studio_preview_comments_link_id_studio_preview_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."studio_preview_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_preview_links" ADD CONSTRAINT "studio_preview_links_kind_piece_id_studio_pieces_kind_id_fk" FOREIGN KEY ("kind","piece_id") REFERENCES "public"."studio_pieces"("kind","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_publications" ADD CONSTRAINT "studio_publications_kind_piece_id_studio_pieces_kind_id_fk" FOREIGN KEY ("kind","piece_id") REFERENCES "public"."studio_pieces"("kind","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_revisions" ADD CONSTRAINT "studio_revisions_kind_piece_id_studio_pieces_kind_id_fk" FOREIGN KEY ("kind","piece_id") REFERENCES "public"."studio_pieces"("kind","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_shares" ADD CONSTRAINT "studio_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_shares" ADD CONSTRAINT "studio_shares_kind_piece_id_studio_pieces_kind_id_fk" FOREIGN KEY ("kind","piece_id") REFERENCES "public"."studio_pieces"("kind","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "studio_acts_piece" ON "studio_acts" USING btree ("kind","piece_id","id");--> statement-breakpoint
CREATE INDEX "studio_acts_emergency" ON "studio_acts" USING btree ("id") WHERE is_emergency;--> statement-breakpoint
CREATE UNIQUE INDEX "studio_invitations_open" ON "studio_invitations" USING btree ("identifier") WHERE taken_at is null;--> statement-breakpoint
CREATE INDEX "studio_media_recent" ON "studio_media" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "studio_pieces_source" ON "studio_pieces" USING btree ("kind","source_key");--> statement-breakpoint
CREATE INDEX "studio_pieces_recent" ON "studio_pieces" USING btree ("kind","updated_at","id");--> statement-breakpoint
CREATE INDEX "studio_pieces_waiting" ON "studio_pieces" USING btree ("state","updated_at") WHERE state in ('in_review', 'changes_requested', 'approved', 'scheduled');--> statement-breakpoint
CREATE INDEX "studio_pieces_due" ON "studio_pieces" USING btree ("scheduled_at") WHERE scheduled_at is not null;--> statement-breakpoint
CREATE INDEX "studio_pieces_group" ON "studio_pieces" USING btree ("kind","group_key");--> statement-breakpoint
CREATE INDEX "studio_pieces_checked" ON "studio_pieces" USING btree ("last_checked_on") WHERE live is not null;--> statement-breakpoint
CREATE INDEX "studio_pieces_writer" ON "studio_pieces" USING btree ("created_by","updated_at");--> statement-breakpoint
CREATE INDEX "studio_preview_comments_link" ON "studio_preview_comments" USING btree ("link_id","id");--> statement-breakpoint
CREATE INDEX "studio_preview_links_piece" ON "studio_preview_links" USING btree ("kind","piece_id");--> statement-breakpoint
CREATE INDEX "studio_publications_piece" ON "studio_publications" USING btree ("kind","piece_id","id");--> statement-breakpoint
CREATE INDEX "studio_publications_emergency" ON "studio_publications" USING btree ("at") WHERE emergency_reason is not null;--> statement-breakpoint
CREATE INDEX "studio_revisions_author" ON "studio_revisions" USING btree ("author_id","at");--> statement-breakpoint
CREATE INDEX "studio_shares_user" ON "studio_shares" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION "refuse_change_of_studio_acts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'studio_acts is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "studio_acts_append_only" BEFORE UPDATE OR DELETE ON "studio_acts" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_studio_acts"();
