-- A late report stands unless a newer one said the same, so each of three fields has the number of its report.
ALTER TABLE "refunds" ADD COLUMN "said_by" jsonb DEFAULT '{}'::jsonb NOT NULL;
