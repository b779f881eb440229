-- Serves: 0002: before releases stood side by side.
DROP INDEX "customers_nif";--> statement-breakpoint
-- Documents kept before: what was registered says kind and country. A passport is of the country that issued it.
ALTER TABLE "customers" ADD COLUMN "document_kind" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "document_country" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "customers" SET
	"document_kind" = coalesce("personal"->>'tipoId', ''),
	"document_country" = CASE WHEN "personal"->>'tipoId' = 'Pasaporte' THEN coalesce(nullif("personal"->>'paisEmision', ''), "residencia_fiscal") ELSE "residencia_fiscal" END;--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "document_kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "document_country" DROP DEFAULT;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_identity" ON "customers" USING btree ("document_country","document_kind","nif");--> statement-breakpoint
-- The demo insurer's books: an account of the number says it, else the company that issued the policy.
ALTER TABLE "demo"."demo_policies" ADD COLUMN "owner_document" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "demo"."demo_policies" ADD COLUMN "owner_country" text;--> statement-breakpoint
UPDATE "demo"."demo_policies" SET
	"owner_document" = CASE
		WHEN "owner_nif" ~ '^[A-Z]' THEN 'Pasaporte'
		WHEN length("owner_nif") = 13 THEN 'Documento Personal de Identidad'
		WHEN length("owner_nif") = 12 THEN 'DIMEX'
		WHEN "fields"->>'IssuingCompany' LIKE '%COLOMBIA%' THEN 'Cédula de Ciudadanía'
		ELSE 'Cédula de Identidad' END,
	"owner_country" = CASE
		WHEN "owner_nif" ~ '^[A-Z]' THEN NULL
		WHEN length("owner_nif") = 13 THEN 'Guatemala'
		WHEN length("owner_nif") = 11 THEN 'República Dominicana'
		WHEN "fields"->>'IssuingCompany' LIKE '%COLOMBIA%' THEN 'Colombia'
		WHEN "fields"->>'IssuingCompany' LIKE '%ECUADOR%' THEN 'Ecuador'
		ELSE 'Costa Rica' END;--> statement-breakpoint
UPDATE "demo"."demo_policies" SET "owner_document" = "customers"."document_kind", "owner_country" = "customers"."document_country"
	FROM "customers" WHERE "customers"."demo" AND "customers"."nif" = "owner_nif" AND "customers"."document_kind" NOT IN ('', 'Pasaporte');--> statement-breakpoint
ALTER TABLE "demo"."demo_policies" ALTER COLUMN "owner_document" DROP DEFAULT;
