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
ALTER TABLE "notification_mails" ADD COLUMN "routed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "office_hours" ADD CONSTRAINT "office_hours_helper_id_users_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "office_hours" ADD CONSTRAINT "office_hours_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "office_hours_helper" ON "office_hours" USING btree ("helper_id");--> statement-breakpoint
CREATE INDEX "office_hours_category" ON "office_hours" USING btree ("category_id","ends_at");