-- The photos that the insurer’s systems heard of stay for some days more, in which they are fetched.
ALTER TABLE "identity_files" ADD COLUMN "idle" timestamp with time zone;