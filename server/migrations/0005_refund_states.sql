ALTER TABLE "refunds" ADD COLUMN "states" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "paid" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "expected_days" integer;