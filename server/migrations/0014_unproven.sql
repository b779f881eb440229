-- Serves: 0000: another index takes the place of a stricter one, and no release names it in a conflict.
DROP INDEX "customers_identity";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "expiry_told" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_proved_identity" ON "customers" USING btree ("document_country","document_kind","nif") WHERE demo or (email_verified is not null and claim = 'yes');--> statement-breakpoint
CREATE INDEX "customers_unproven" ON "customers" USING btree ("created") WHERE email_verified is null and erased is null;