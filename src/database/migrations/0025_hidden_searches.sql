CREATE TABLE "hidden_searches" (
	"text" text PRIMARY KEY NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
