-- The hourly job looked again at every account whose photos it had taken away, and each look at the mails went past what was refused.
-- Nothing goes for the age of its key any more. The release before does without these indexes, at this size more slowly.
DROP INDEX "customers_unclaimed";--> statement-breakpoint
DROP INDEX "mail_queue_due";--> statement-breakpoint
DROP INDEX "commands_created";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "photos_over" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "customers_photos_due" ON "customers" USING btree ("created") WHERE claim <> 'yes' and email_verified is not null and erased is null and photos_over is null;--> statement-breakpoint
CREATE INDEX "mail_queue_waiting" ON "mail_queue" USING btree ("due") WHERE state = 'waiting';