CREATE TABLE "answer_checks" (
	"comment_id" integer PRIMARY KEY NOT NULL,
	"checked_by" uuid,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source_title" text NOT NULL,
	"source_url" text NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_trials" (
	"comment_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"worked" boolean NOT NULL,
	"state" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_trials_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "answer_checks" ADD CONSTRAINT "answer_checks_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_checks" ADD CONSTRAINT "answer_checks_checked_by_users_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_trials" ADD CONSTRAINT "answer_trials_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_trials" ADD CONSTRAINT "answer_trials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_checks_by" ON "answer_checks" USING btree ("checked_by");--> statement-breakpoint
CREATE INDEX "answer_trials_user" ON "answer_trials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "answer_trials_worked" ON "answer_trials" USING btree ("comment_id","state") WHERE worked;