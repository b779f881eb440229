CREATE TABLE "insurer_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"received" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reported" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "reported" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "insurer_reports_received" ON "insurer_reports" USING btree ("received");