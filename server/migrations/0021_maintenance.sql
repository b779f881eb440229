CREATE TABLE "maintenance" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"text" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "maintenance_one_row" CHECK ("maintenance"."id" = 1)
);
