CREATE TABLE "attempts" (
	"bucket" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "commands" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"answer" jsonb,
	"created" timestamp with time zone NOT NULL,
	CONSTRAINT "commands_owner_key_pk" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"nif" text NOT NULL,
	"nombre" text NOT NULL,
	"residencia_fiscal" text NOT NULL,
	"password" text NOT NULL,
	"personal" jsonb NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_files" (
	"customer_id" text NOT NULL,
	"side" text NOT NULL,
	"file_id" text NOT NULL,
	CONSTRAINT "identity_files_customer_id_side_pk" PRIMARY KEY("customer_id","side")
);
--> statement-breakpoint
CREATE TABLE "recoveries" (
	"hash" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund_documents" (
	"id" text PRIMARY KEY NOT NULL,
	"serial" serial NOT NULL,
	"refund_id" text NOT NULL,
	"tipo" text NOT NULL,
	"file_id" text NOT NULL,
	"filename" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"serial" serial NOT NULL,
	"customer_id" text NOT NULL,
	"policy_id" text NOT NULL,
	"case_number" text NOT NULL,
	"id_estado" integer NOT NULL,
	"estado" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"serial" serial NOT NULL,
	"customer_id" text NOT NULL,
	"policy_id" text NOT NULL,
	"nombre" text NOT NULL,
	"notas" text NOT NULL,
	"id_estado" integer NOT NULL,
	"estado" text NOT NULL,
	"fecha_solicitud" text NOT NULL,
	"case_number" text NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"kind" text NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	"replaces" text
);
--> statement-breakpoint
CREATE TABLE "used_addresses" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_bills" (
	"number" text PRIMARY KEY NOT NULL,
	"policy_id" text NOT NULL,
	"from_day" integer NOT NULL,
	"to_day" integer NOT NULL,
	"due" double precision NOT NULL,
	"paid" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "demo_documents" (
	"id" text PRIMARY KEY NOT NULL,
	"policy_id" text NOT NULL,
	"category" text NOT NULL,
	"day" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_payments" (
	"id" serial PRIMARY KEY NOT NULL,
	"policy_id" text NOT NULL,
	"day" integer,
	"instant" text,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_persons" (
	"id" serial PRIMARY KEY NOT NULL,
	"policy_id" text NOT NULL,
	"list" text NOT NULL,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_policies" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"owner_nif" text NOT NULL,
	"position" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"effective_day" integer NOT NULL,
	"grace_day" integer,
	"grace_days" integer,
	"last_paid_day" integer,
	"last_paid_on" text,
	"avoid_lapse" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"hash" text PRIMARY KEY NOT NULL,
	"policy_id" text NOT NULL,
	"bill_number" text,
	"amount" double precision NOT NULL,
	"currency" text NOT NULL,
	"holder" text NOT NULL,
	"state" text NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_files" ADD CONSTRAINT "identity_files_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_files" ADD CONSTRAINT "identity_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recoveries" ADD CONSTRAINT "recoveries_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_documents" ADD CONSTRAINT "refund_documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_documents" ADD CONSTRAINT "refund_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commands_created" ON "commands" USING btree ("created");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_nif" ON "customers" USING btree ("nif");--> statement-breakpoint
CREATE INDEX "devices_customer" ON "devices" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "refund_documents_refund" ON "refund_documents" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refunds_customer" ON "refunds" USING btree ("customer_id","policy_id");--> statement-breakpoint
CREATE INDEX "tickets_customer" ON "tickets" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "tokens_device" ON "tokens" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "tokens_expires" ON "tokens" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "demo_bills_policy" ON "demo_bills" USING btree ("policy_id");--> statement-breakpoint
CREATE INDEX "demo_documents_policy" ON "demo_documents" USING btree ("policy_id");--> statement-breakpoint
CREATE INDEX "demo_payments_policy" ON "demo_payments" USING btree ("policy_id");--> statement-breakpoint
CREATE INDEX "demo_persons_policy" ON "demo_persons" USING btree ("policy_id");--> statement-breakpoint
CREATE INDEX "demo_policies_owner" ON "demo_policies" USING btree ("owner_nif");--> statement-breakpoint
CREATE INDEX "demo_policies_number" ON "demo_policies" USING btree ("number");