-- Serves: 0001: before releases stood side by side.
CREATE SCHEMA "demo";
--> statement-breakpoint
ALTER TABLE "public"."demo_bills" SET SCHEMA "demo";
--> statement-breakpoint
ALTER TABLE "public"."demo_documents" SET SCHEMA "demo";
--> statement-breakpoint
ALTER TABLE "public"."demo_payments" SET SCHEMA "demo";
--> statement-breakpoint
ALTER TABLE "public"."demo_persons" SET SCHEMA "demo";
--> statement-breakpoint
ALTER TABLE "public"."demo_policies" SET SCHEMA "demo";
--> statement-breakpoint
ALTER TABLE "public"."sandbox_payments" SET SCHEMA "demo";
--> statement-breakpoint
CREATE TABLE "mail_codes" (
	"customer_id" text NOT NULL,
	"purpose" text NOT NULL,
	"target" text NOT NULL,
	"hash" text NOT NULL,
	"wrong" integer NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_codes_customer_id_purpose_pk" PRIMARY KEY("customer_id","purpose")
);
--> statement-breakpoint
ALTER TABLE "mail_codes" ADD CONSTRAINT "mail_codes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Accounts made before: those of the demo and of its insurer's people, and everyone else as trusted as they were.
ALTER TABLE "customers" ADD COLUMN "demo" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "demo" DROP DEFAULT;
--> statement-breakpoint
UPDATE "customers" SET "demo" = true WHERE "email" LIKE '%@demo.test' OR "nif" IN (SELECT "owner_nif" FROM "demo"."demo_policies");
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "claim" text DEFAULT 'yes' NOT NULL;
--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "claim" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "email_verified" timestamp with time zone;
--> statement-breakpoint
UPDATE "customers" SET "email_verified" = "created";
