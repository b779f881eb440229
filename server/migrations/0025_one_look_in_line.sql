-- The next of a line is asked for once, also where nobody follows. The customer's row is read by a column that no index has:
-- by its key alone PostgreSQL would read the B-tree, which has levels, and not the hash index.
CREATE OR REPLACE FUNCTION "join_outgoing_line"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM "claim" FROM "customers" WHERE "id" = NEW."customer_id" FOR NO KEY UPDATE;
  NEW."head" := NOT EXISTS (SELECT FROM "outgoing_events" WHERE "customer_id" = NEW."customer_id");
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "leave_outgoing_line"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE "next" bigint;
BEGIN
  PERFORM "claim" FROM "customers" WHERE "id" = OLD."customer_id" FOR NO KEY UPDATE;
  LOOP
    SELECT min("seq") INTO "next" FROM "outgoing_events" WHERE "customer_id" = OLD."customer_id";
    EXIT WHEN "next" IS NULL;
    UPDATE "outgoing_events" SET "head" = true WHERE "seq" = "next" AND "customer_id" = OLD."customer_id";
    -- The next one may have been dropped by somebody else while this waited: then the one after it leads.
    EXIT WHEN FOUND;
  END LOOP;
  RETURN NULL;
END $$;
