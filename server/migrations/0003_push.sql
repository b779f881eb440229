CREATE TABLE "push_queue" (
	"id" serial PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"message" jsonb NOT NULL,
	"attempts" integer NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_refusals" (
	"customer_id" text NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "push_refusals_customer_id_subject_pk" PRIMARY KEY("customer_id","subject")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"device_id" text PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_queue" ADD CONSTRAINT "push_queue_device_id_push_subscriptions_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_subscriptions"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_refusals" ADD CONSTRAINT "push_refusals_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_queue_due" ON "push_queue" USING btree ("due");--> statement-breakpoint
CREATE INDEX "push_queue_device" ON "push_queue" USING btree ("device_id");