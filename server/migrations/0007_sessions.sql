CREATE TABLE "installations" (
	"customer_id" text NOT NULL,
	"name" text NOT NULL,
	"last" timestamp with time zone NOT NULL,
	CONSTRAINT "installations_customer_id_name_pk" PRIMARY KEY("customer_id","name")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "seen" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "installation" text;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;