-- Each call looks up its token, device and customer by their primary keys. A hash index finds them without a B-tree's levels.
CREATE INDEX "customers_by_id" ON "customers" USING hash ("id");--> statement-breakpoint
CREATE INDEX "devices_by_id" ON "devices" USING hash ("id");--> statement-breakpoint
CREATE INDEX "tokens_by_hash" ON "tokens" USING hash ("hash");