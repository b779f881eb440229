-- Rows of these are looked up by one whole value only. A B-tree of their keys gets a level more with each hundredfold of customers; a
-- hash index does not. Other names, so that the new ones are made before the old ones go.
DROP INDEX "customers_nif";--> statement-breakpoint
DROP INDEX "devices_customer";--> statement-breakpoint
DROP INDEX "passkeys_customer";--> statement-breakpoint
DROP INDEX "recoveries_customer";--> statement-breakpoint
DROP INDEX "tokens_device";--> statement-breakpoint
DROP INDEX "mail_queue_customer";--> statement-breakpoint
DROP INDEX "push_queue_device";--> statement-breakpoint
DROP INDEX "push_queue_customer";--> statement-breakpoint
DROP INDEX "commands_customer";--> statement-breakpoint
DROP INDEX "identity_files_file";--> statement-breakpoint
DROP INDEX "refund_documents_refund";--> statement-breakpoint
DROP INDEX "refund_documents_file";--> statement-breakpoint
DROP INDEX "tickets_customer";--> statement-breakpoint
CREATE INDEX "customers_by_nif" ON "customers" USING hash ("nif");--> statement-breakpoint
CREATE INDEX "devices_by_customer" ON "devices" USING hash ("customer_id");--> statement-breakpoint
CREATE INDEX "passkeys_by_customer" ON "passkeys" USING hash ("customer_id");--> statement-breakpoint
CREATE INDEX "recoveries_by_customer" ON "recoveries" USING hash ("customer_id");--> statement-breakpoint
CREATE INDEX "tokens_by_device" ON "tokens" USING hash ("device_id");--> statement-breakpoint
CREATE INDEX "mail_queue_by_customer" ON "mail_queue" USING hash ("customer_id");--> statement-breakpoint
CREATE INDEX "push_queue_by_device" ON "push_queue" USING hash ("device_id");--> statement-breakpoint
CREATE INDEX "push_queue_by_customer" ON "push_queue" USING hash ("customer_id");--> statement-breakpoint
CREATE INDEX "commands_by_customer" ON "commands" USING hash ("customer_id");--> statement-breakpoint
CREATE INDEX "identity_files_by_file" ON "identity_files" USING hash ("file_id");--> statement-breakpoint
CREATE INDEX "refund_documents_by_refund" ON "refund_documents" USING hash ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_documents_by_file" ON "refund_documents" USING hash ("file_id");--> statement-breakpoint
CREATE INDEX "tickets_by_customer" ON "tickets" USING hash ("customer_id");
