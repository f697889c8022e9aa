CREATE TABLE "studio_presence" (
	"user_id" uuid NOT NULL,
	"tab" uuid NOT NULL,
	"kind" text NOT NULL,
	"piece_id" integer NOT NULL,
	"is_typing" boolean DEFAULT false NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "studio_presence_user_id_tab_pk" PRIMARY KEY("user_id","tab")
);
--> statement-breakpoint
ALTER TABLE "studio_presence" ADD CONSTRAINT "studio_presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "studio_presence_piece" ON "studio_presence" USING btree ("kind","piece_id");