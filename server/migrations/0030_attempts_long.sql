DROP INDEX "attempts_last";--> statement-breakpoint
CREATE INDEX "attempts_short" ON "attempts" USING btree ("last") WHERE split_part(bucket, ':', 1) not in ('codePerTarget', 'claimCodePerPerson');--> statement-breakpoint
CREATE INDEX "attempts_long" ON "attempts" USING btree ("last") WHERE split_part(bucket, ':', 1) in ('codePerTarget', 'claimCodePerPerson');