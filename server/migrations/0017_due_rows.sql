DROP INDEX "outgoing_events_due";--> statement-breakpoint
DROP INDEX "files_held";--> statement-breakpoint
ALTER TABLE "outgoing_events" ADD COLUMN "head" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "created" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_queue_expires" ON "mail_queue" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "outgoing_events_heads" ON "outgoing_events" USING btree ("due") WHERE state = 'waiting' and head;--> statement-breakpoint
CREATE INDEX "push_queue_expires" ON "push_queue" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "files_not_kept" ON "files" USING btree ("state","due") WHERE state <> 'kept';--> statement-breakpoint
UPDATE "outgoing_events" SET "head" = true WHERE "seq" IN (SELECT min("seq") FROM "outgoing_events" GROUP BY "customer_id");--> statement-breakpoint
-- The first event of a customer leads the line; when it goes, the next one does. A version that knows nothing of heads is
-- served too. The customer's row is locked, so that one who joins and one who leaves see each other. A plan that was made and
-- kept while nothing waited would read the whole table later, so none may.
CREATE FUNCTION "join_outgoing_line"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM "customers" WHERE "id" = NEW."customer_id" FOR NO KEY UPDATE;
  NEW."head" := NOT EXISTS (SELECT FROM "outgoing_events" WHERE "customer_id" = NEW."customer_id");
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "leave_outgoing_line"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM "customers" WHERE "id" = OLD."customer_id" FOR NO KEY UPDATE;
  LOOP
    UPDATE "outgoing_events" SET "head" = true
      WHERE "seq" = (SELECT min("seq") FROM "outgoing_events" WHERE "customer_id" = OLD."customer_id")
        AND "customer_id" = OLD."customer_id";
    -- The next one may have been dropped by somebody else while this waited: then the one after it leads.
    EXIT WHEN FOUND OR NOT EXISTS (SELECT FROM "outgoing_events" WHERE "customer_id" = OLD."customer_id");
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "outgoing_event_joins" BEFORE INSERT ON "outgoing_events"
  FOR EACH ROW EXECUTE FUNCTION "join_outgoing_line"();--> statement-breakpoint
CREATE TRIGGER "outgoing_event_leaves" AFTER DELETE ON "outgoing_events"
  FOR EACH ROW WHEN (OLD."head") EXECUTE FUNCTION "leave_outgoing_line"();
