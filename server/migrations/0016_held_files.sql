ALTER TABLE "files" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "due" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "problem" text DEFAULT '' NOT NULL;