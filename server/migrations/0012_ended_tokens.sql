CREATE TABLE "ended_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"erase" boolean NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_queue" ALTER COLUMN "device_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_queue" ADD COLUMN "address" jsonb;--> statement-breakpoint
CREATE INDEX "ended_tokens_expires" ON "ended_tokens" USING btree ("expires");