ALTER TYPE "public"."drive_action" ADD VALUE 'ATTACHED' BEFORE 'OPENED';--> statement-breakpoint
ALTER TYPE "public"."drive_action" ADD VALUE 'DETACHED' BEFORE 'OPENED';--> statement-breakpoint
ALTER TYPE "public"."happening" ADD VALUE 'ATTACHED';--> statement-breakpoint
ALTER TYPE "public"."happening" ADD VALUE 'DETACHED';--> statement-breakpoint
CREATE TABLE "attachment" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"company_id" uuid,
	"contact_id" uuid,
	"meeting_report_id" uuid,
	"project_id" uuid,
	"record_id" uuid GENERATED ALWAYS AS (coalesce(company_id, contact_id, meeting_report_id, project_id)) STORED NOT NULL,
	CONSTRAINT "attachment_pk" PRIMARY KEY("tenant_id","world_id","id"),
	CONSTRAINT "attachment_to_one" CHECK (num_nonnulls(company_id, contact_id, meeting_report_id, project_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "attachment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_item" FOREIGN KEY ("tenant_id","item_id") REFERENCES "public"."drive_item"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_company" FOREIGN KEY ("tenant_id","world_id","company_id") REFERENCES "public"."company"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_contact" FOREIGN KEY ("tenant_id","world_id","contact_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_meeting_report" FOREIGN KEY ("tenant_id","world_id","meeting_report_id") REFERENCES "public"."meeting_report"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_project" FOREIGN KEY ("tenant_id","world_id","project_id") REFERENCES "public"."project"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_search" ON "attachment" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "attachment_by_creator" ON "attachment" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "attachment_newest" ON "attachment" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "attachment_deleted" ON "attachment" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_once" ON "attachment" USING btree ("tenant_id","world_id","record_id","item_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "attachment_of_item" ON "attachment" USING btree ("tenant_id","item_id");--> statement-breakpoint
CREATE INDEX "attachment_of_company" ON "attachment" USING btree ("tenant_id","world_id","company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "attachment_of_contact" ON "attachment" USING btree ("tenant_id","world_id","contact_id") WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX "attachment_of_report" ON "attachment" USING btree ("tenant_id","world_id","meeting_report_id") WHERE meeting_report_id is not null;--> statement-breakpoint
CREATE INDEX "attachment_of_project" ON "attachment" USING btree ("tenant_id","world_id","project_id") WHERE project_id is not null;--> statement-breakpoint
CREATE POLICY "attachment_world" ON "attachment" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);
