DROP INDEX "files_not_kept";--> statement-breakpoint
CREATE INDEX "mail_queue_ages" ON "mail_queue" USING btree ("state","created");--> statement-breakpoint
CREATE INDEX "outgoing_events_ages" ON "outgoing_events" USING btree ("state","created");--> statement-breakpoint
CREATE INDEX "files_ages" ON "files" USING btree ("state","created") WHERE state <> 'kept';--> statement-breakpoint
CREATE INDEX "files_due" ON "files" USING btree (coalesce("due", '-infinity')) WHERE state = 'held';