DROP INDEX "attempts_short";--> statement-breakpoint
DROP INDEX "attempts_long";--> statement-breakpoint
CREATE INDEX "attempts_forgotten" ON "attempts" USING btree ("last") WHERE split_part(bucket, ':', 1) not in ('codePerTarget', 'claimCodePerPerson', 'requestsPerCustomer');--> statement-breakpoint
CREATE INDEX "attempts_kept" ON "attempts" USING btree ("last") WHERE split_part(bucket, ':', 1) in ('codePerTarget', 'claimCodePerPerson', 'requestsPerCustomer');