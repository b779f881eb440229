CREATE TABLE "mail_queue" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	"problem" text NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outgoing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"customer_id" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"problem" text NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outgoing_events" ADD CONSTRAINT "outgoing_events_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_queue_due" ON "mail_queue" USING btree ("due");--> statement-breakpoint
CREATE INDEX "outgoing_events_customer" ON "outgoing_events" USING btree ("customer_id","seq");--> statement-breakpoint
CREATE INDEX "outgoing_events_due" ON "outgoing_events" USING btree ("due");