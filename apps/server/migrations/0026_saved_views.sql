CREATE TYPE "public"."view_visibility" AS ENUM('PRIVATE', 'SHARED');--> statement-breakpoint
CREATE TABLE "saved_view_default" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"user_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"entity" text NOT NULL,
	CONSTRAINT "saved_view_default_pk" PRIMARY KEY("tenant_id","world_id","user_id","view_id","entity")
);
--> statement-breakpoint
ALTER TABLE "saved_view_default" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"entity" text NOT NULL,
	"name" text NOT NULL,
	"visibility" "view_visibility" DEFAULT 'PRIVATE' NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "saved_view_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "saved_view" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "saved_view_default" ADD CONSTRAINT "saved_view_default_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_default" ADD CONSTRAINT "saved_view_default_view" FOREIGN KEY ("tenant_id","world_id","view_id") REFERENCES "public"."saved_view"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_default_once" ON "saved_view_default" USING btree ("tenant_id","world_id","user_id","entity");--> statement-breakpoint
CREATE INDEX "saved_view_default_of_view" ON "saved_view_default" USING btree ("tenant_id","world_id","view_id");--> statement-breakpoint
CREATE INDEX "saved_view_search" ON "saved_view" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "saved_view_by_creator" ON "saved_view" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "saved_view_newest" ON "saved_view" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "saved_view_deleted" ON "saved_view" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "saved_view_of_list" ON "saved_view" USING btree ("tenant_id","world_id","entity","visibility","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "company_of_types" ON "company" USING gin ("world_id","company_type_list") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "company_without_website" ON "company" USING btree ("tenant_id","world_id","website","created_at") WHERE deleted_at is null and website = '';--> statement-breakpoint
CREATE INDEX "contact_by_role" ON "contact" USING btree ("tenant_id","world_id","contact_role","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_without_email" ON "contact" USING btree ("tenant_id","world_id","email","created_at") WHERE deleted_at is null and email is null;--> statement-breakpoint
CREATE INDEX "meeting_report_in_countries" ON "meeting_report" USING btree ("tenant_id","world_id","country","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE POLICY "saved_view_default_world" ON "saved_view_default" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "saved_view_world" ON "saved_view" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);
