CREATE TYPE "public"."web_call_state" AS ENUM('BOOKED', 'CANCELLED');--> statement-breakpoint
CREATE TABLE "web_call_hours" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"user_id" uuid NOT NULL,
	"time_zone" text NOT NULL,
	"weekly" jsonb NOT NULL,
	"days_off" jsonb NOT NULL,
	"meeting_link" text,
	CONSTRAINT "web_call_hours_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "web_call_hours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "web_call" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"about" text NOT NULL,
	"member" text NOT NULL,
	"host_id" uuid NOT NULL,
	"state" "web_call_state" DEFAULT 'BOOKED' NOT NULL,
	"meeting_link" text,
	"month" text NOT NULL,
	"nth" integer NOT NULL,
	"first_cell" integer DEFAULT 0 NOT NULL,
	"last_cell" integer DEFAULT 0 NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"day_reminder_for" timestamp (3) with time zone,
	"hour_reminder_for" timestamp (3) with time zone,
	CONSTRAINT "web_call_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "web_call" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "web_call_hours" ADD CONSTRAINT "web_call_hours_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_call" ADD CONSTRAINT "web_call_member" FOREIGN KEY ("tenant_id","created_by") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "web_call_hours_of" ON "web_call_hours" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "web_call_search" ON "web_call" USING gin ("tenant_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "web_call_newest" ON "web_call" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "web_call_deleted" ON "web_call" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "web_call_host_first" ON "web_call" USING btree ("tenant_id","host_id","first_cell") WHERE state = 'BOOKED';--> statement-breakpoint
CREATE UNIQUE INDEX "web_call_host_last" ON "web_call" USING btree ("tenant_id","host_id","last_cell") WHERE state = 'BOOKED';--> statement-breakpoint
CREATE UNIQUE INDEX "web_call_member_first" ON "web_call" USING btree ("tenant_id","created_by","first_cell") WHERE state = 'BOOKED';--> statement-breakpoint
CREATE UNIQUE INDEX "web_call_member_last" ON "web_call" USING btree ("tenant_id","created_by","last_cell") WHERE state = 'BOOKED';--> statement-breakpoint
CREATE UNIQUE INDEX "web_call_of_month" ON "web_call" USING btree ("tenant_id","created_by","month","nth") WHERE state = 'BOOKED';--> statement-breakpoint
CREATE INDEX "web_call_by_time" ON "web_call" USING btree ("tenant_id","starts_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "web_call_of_state" ON "web_call" USING btree ("tenant_id","state","starts_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "web_call_of_member" ON "web_call" USING btree ("tenant_id","created_by","starts_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "web_call_of_host" ON "web_call" USING btree ("tenant_id","host_id","starts_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE POLICY "web_call_hours_tenant" ON "web_call_hours" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "web_call_tenant" ON "web_call" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);