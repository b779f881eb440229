CREATE TABLE "loose_files" (
	"id" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "state" text DEFAULT 'kept' NOT NULL;--> statement-breakpoint
CREATE INDEX "loose_files_since" ON "loose_files" USING btree ("since");--> statement-breakpoint
CREATE INDEX "files_held" ON "files" USING btree ("id") WHERE state = 'held';