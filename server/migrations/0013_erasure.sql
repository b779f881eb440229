ALTER TABLE "mail_queue" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "push_queue" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_queue" ADD CONSTRAINT "push_queue_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commands" ADD CONSTRAINT "commands_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_last" ON "attempts" USING btree ("last");--> statement-breakpoint
CREATE INDEX "customers_nif" ON "customers" USING btree ("nif");--> statement-breakpoint
CREATE INDEX "customers_erased" ON "customers" USING btree ("erased") WHERE erased is not null;--> statement-breakpoint
CREATE INDEX "installations_last" ON "installations" USING btree ("last");--> statement-breakpoint
CREATE INDEX "mail_codes_expires" ON "mail_codes" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "recoveries_customer" ON "recoveries" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "recoveries_expires" ON "recoveries" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "used_questions_expires" ON "used_questions" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "mail_queue_customer" ON "mail_queue" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "push_queue_customer" ON "push_queue" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "commands_customer" ON "commands" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "identity_files_file" ON "identity_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "refund_documents_file" ON "refund_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "relays_expires" ON "relays" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "used_addresses_expires" ON "used_addresses" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "audit_trail_erased" ON "audit_trail" USING btree ("customer_id") WHERE event = 'erased';--> statement-breakpoint
UPDATE "commands" SET "customer_id" = "customers"."id" FROM "customers" WHERE "owner" = 'registrations' AND "customers"."id" = "answer" ->> 'insertedId';--> statement-breakpoint
UPDATE "mail_queue" SET "customer_id" = "customers"."id" FROM "customers" WHERE "customers"."email" = "recipient";--> statement-breakpoint
-- Lines of opened files said which file and not whose, so that no erasure would find them.
ALTER TABLE "audit_trail" DISABLE TRIGGER "audit_trail_stays";--> statement-breakpoint
UPDATE "audit_trail" SET "about" = '' WHERE "customer_id" IS NULL AND "about" <> '';--> statement-breakpoint
ALTER TABLE "audit_trail" ENABLE TRIGGER "audit_trail_stays";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_audit_trail"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '729 days' THEN RETURN OLD; END IF;
  -- Once a line says that a person was erased, and nobody can take that line back, the person's others lose who it was.
  IF TG_OP = 'UPDATE' AND OLD.event <> 'erased' AND NEW.about = ''
    AND to_jsonb(NEW) - '{about,customer_id}'::text[] = to_jsonb(OLD) - '{about,customer_id}'::text[]
    AND EXISTS (SELECT FROM audit_trail WHERE event = 'erased' AND customer_id = OLD.customer_id)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the audit trail is only ever added to';
END $$;
