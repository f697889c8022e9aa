CREATE TABLE "pushed_contacts" (
	"contact_hash" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"named_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pushed_contacts_contact_hash_author_id_pk" PRIMARY KEY("contact_hash","author_id")
);
--> statement-breakpoint
CREATE TABLE "office_hours" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "office_hours_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"helper_id" uuid NOT NULL,
	"category_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"notified_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "reporter_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD COLUMN "is_hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD COLUMN "routed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "pushed_contacts" ADD CONSTRAINT "pushed_contacts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "office_hours" ADD CONSTRAINT "office_hours_helper_id_users_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "office_hours" ADD CONSTRAINT "office_hours_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pushed_contacts_author" ON "pushed_contacts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "pushed_contacts_named" ON "pushed_contacts" USING btree ("named_at");--> statement-breakpoint
CREATE INDEX "office_hours_helper" ON "office_hours" USING btree ("helper_id");--> statement-breakpoint
CREATE INDEX "office_hours_category" ON "office_hours" USING btree ("category_id","ends_at");