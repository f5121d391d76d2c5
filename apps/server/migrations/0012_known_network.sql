CREATE TABLE "known_network" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"user_id" uuid NOT NULL,
	"network_hash" text NOT NULL,
	"last_used" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_network_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "known_network" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "known_network" ADD CONSTRAINT "known_network_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "known_network_of_user" ON "known_network" USING btree ("tenant_id","user_id","network_hash");--> statement-breakpoint
CREATE POLICY "known_network_tenant" ON "known_network" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);