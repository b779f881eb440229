CREATE TABLE "renewals" (
	"device_id" text PRIMARY KEY NOT NULL,
	"family" text NOT NULL,
	"current" text NOT NULL,
	"previous" text,
	"exchanged" timestamp with time zone,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "renewals_family" ON "renewals" USING btree ("family");--> statement-breakpoint
CREATE INDEX "renewals_expires" ON "renewals" USING btree ("expires");