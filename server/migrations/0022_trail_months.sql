-- Serves: 0021, which finds and writes every line under the same name.
-- The trail is kept by months, so that a month that is over goes as a whole. What was there becomes its first part.
ALTER TABLE "audit_trail" RENAME TO "audit_trail_first";--> statement-breakpoint
DROP TRIGGER "audit_trail_stays" ON "audit_trail_first";--> statement-breakpoint
ALTER INDEX IF EXISTS "audit_trail_pkey" RENAME TO "audit_trail_first_pkey";--> statement-breakpoint
ALTER INDEX IF EXISTS "audit_trail_customer" RENAME TO "audit_trail_first_customer";--> statement-breakpoint
ALTER INDEX IF EXISTS "audit_trail_at" RENAME TO "audit_trail_first_at";--> statement-breakpoint
ALTER INDEX IF EXISTS "audit_trail_erased" RENAME TO "audit_trail_first_erased";--> statement-breakpoint
CREATE TABLE "audit_trail" (LIKE "audit_trail_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");--> statement-breakpoint
ALTER SEQUENCE "audit_trail_id_seq" OWNED BY "audit_trail"."id";--> statement-breakpoint
-- For a clock that is years wrong: its lines have no month.
CREATE TABLE "audit_trail_rest" (LIKE "audit_trail_first" INCLUDING DEFAULTS, PRIMARY KEY ("id"));--> statement-breakpoint
-- Until the end of this month, and from then on in months. A release that was not started since then writes to the rest.
DO $$
DECLARE ends timestamptz;
BEGIN
  -- The trail's months are UTC's.
  PERFORM set_config('TimeZone', 'UTC', true);
  ends := date_trunc('month', now()) + interval '1 month';
  EXECUTE format('ALTER TABLE audit_trail ATTACH PARTITION audit_trail_first FOR VALUES FROM (MINVALUE) TO (%L)', ends);
  ALTER TABLE audit_trail ATTACH PARTITION audit_trail_rest DEFAULT;
  -- Each takes the index of the first part that is alike.
  CREATE INDEX "audit_trail_customer" ON "audit_trail" ("customer_id","id");
  CREATE INDEX "audit_trail_at" ON "audit_trail" ("at");
  CREATE INDEX "audit_trail_erased" ON "audit_trail" ("customer_id") WHERE event = 'erased';
  CREATE TRIGGER "audit_trail_stays" BEFORE UPDATE OR DELETE ON "audit_trail" FOR EACH ROW EXECUTE FUNCTION "keep_audit_trail"();
END $$;--> statement-breakpoint
-- Makes the next months and drops those that are over for two years. It runs as the tables' owner, so that the user that serves can
-- ask for it and for nothing else. What that user says the time is can keep a month, and never drops one.
CREATE FUNCTION "keep_trail_months"("told" timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET TimeZone TO 'UTC' AS $$
DECLARE
  month timestamptz;
  name text;
  part record;
BEGIN
  PERFORM pg_advisory_xact_lock(7203122);
  FOR ahead IN 1..3 LOOP
    month := date_trunc('month', now()) + make_interval(months => ahead);
    name := 'audit_trail_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    -- Lines of a wrong clock stay where they are, and their month with them.
    CONTINUE WHEN EXISTS (SELECT FROM audit_trail_rest
      WHERE at >= month AND at < month + interval '1 month');
    EXECUTE format('CREATE TABLE %I (LIKE audit_trail INCLUDING DEFAULTS, PRIMARY KEY (id))', name);
    EXECUTE format('ALTER TABLE audit_trail ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, month,
      month + interval '1 month');
  END LOOP;
  FOR part IN
    SELECT c.relname, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz AS ends
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_trail'::regclass
  LOOP
    IF part.ends < least(now(), told) - interval '730 days' THEN EXECUTE format('DROP TABLE %I', part.relname); END IF;
  END LOOP;
END $$;--> statement-breakpoint
-- Nobody's temporary table stands before the real one.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION keep_trail_months(timestamptz) SET search_path = %I, pg_temp', current_schema());
  PERFORM keep_trail_months(now());
END $$;
