CREATE TABLE "audit_trail" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"event" text NOT NULL,
	"customer_id" text,
	"device_id" text,
	"request" text DEFAULT '' NOT NULL,
	"about" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erased" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_trail_customer" ON "audit_trail" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "audit_trail_at" ON "audit_trail" USING btree ("at");
--> statement-breakpoint
CREATE FUNCTION "keep_audit_trail"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '729 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit trail is only ever added to';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_trail_stays" BEFORE UPDATE OR DELETE ON "audit_trail" FOR EACH ROW EXECUTE FUNCTION "keep_audit_trail"();
