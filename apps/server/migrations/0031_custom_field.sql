CREATE TYPE "public"."custom_kind" AS ENUM('company', 'contact', 'meetingReport', 'projectCompany');--> statement-breakpoint
CREATE TYPE "public"."custom_type" AS ENUM('TEXT', 'NUMBER', 'DATE', 'CHOICE', 'SEVERAL', 'PERSON', 'LINK', 'YES_NO');--> statement-breakpoint
CREATE TABLE "company_custom" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"record_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"number" double precision NOT NULL,
	CONSTRAINT "company_custom_pk" PRIMARY KEY("tenant_id","world_id","record_id","field","value","number")
);
--> statement-breakpoint
ALTER TABLE "company_custom" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_custom" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"record_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"number" double precision NOT NULL,
	CONSTRAINT "contact_custom_pk" PRIMARY KEY("tenant_id","world_id","record_id","field","value","number")
);
--> statement-breakpoint
ALTER TABLE "contact_custom" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meeting_report_custom" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"record_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"number" double precision NOT NULL,
	CONSTRAINT "meeting_report_custom_pk" PRIMARY KEY("tenant_id","world_id","record_id","field","value","number")
);
--> statement-breakpoint
ALTER TABLE "meeting_report_custom" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_company_custom" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"record_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"number" double precision NOT NULL,
	CONSTRAINT "project_company_custom_pk" PRIMARY KEY("tenant_id","world_id","record_id","field","value","number")
);
--> statement-breakpoint
ALTER TABLE "project_company_custom" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "custom_field" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"kind" "custom_kind" NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"type" "custom_type" NOT NULL,
	"choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "custom_field_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "custom_field" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "custom_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "custom_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_report" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_report" ADD COLUMN "custom_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "project_company" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "project_company" ADD COLUMN "custom_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_custom" ADD CONSTRAINT "company_custom_record" FOREIGN KEY ("tenant_id","world_id","record_id") REFERENCES "public"."company"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_custom" ADD CONSTRAINT "contact_custom_record" FOREIGN KEY ("tenant_id","world_id","record_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_report_custom" ADD CONSTRAINT "meeting_report_custom_record" FOREIGN KEY ("tenant_id","world_id","record_id") REFERENCES "public"."meeting_report"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_company_custom" ADD CONSTRAINT "project_company_custom_record" FOREIGN KEY ("tenant_id","world_id","record_id") REFERENCES "public"."project_company"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_custom_found" ON "company_custom" USING btree ("tenant_id","world_id","field","value","number","record_id");--> statement-breakpoint
CREATE INDEX "contact_custom_found" ON "contact_custom" USING btree ("tenant_id","world_id","field","value","number","record_id");--> statement-breakpoint
CREATE INDEX "meeting_report_custom_found" ON "meeting_report_custom" USING btree ("tenant_id","world_id","field","value","number","record_id");--> statement-breakpoint
CREATE INDEX "project_company_custom_found" ON "project_company_custom" USING btree ("tenant_id","world_id","field","value","number","record_id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_field_key" ON "custom_field" USING btree ("tenant_id","kind","key");--> statement-breakpoint
CREATE POLICY "company_custom_world" ON "company_custom" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "contact_custom_world" ON "contact_custom" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "meeting_report_custom_world" ON "meeting_report_custom" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "project_company_custom_world" ON "project_company_custom" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "custom_field_tenant" ON "custom_field" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);
