CREATE TABLE "site_brand" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text,
	"logo" "bytea",
	"logo_dark" "bytea",
	CONSTRAINT "site_brand_is_only" CHECK ("site_brand"."is_only")
);
