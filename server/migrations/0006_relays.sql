CREATE TABLE "relays" (
	"id" text PRIMARY KEY NOT NULL,
	"reader_hash" text NOT NULL,
	"sealed" text,
	"expires" timestamp with time zone NOT NULL
);
