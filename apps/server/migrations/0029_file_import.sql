CREATE TYPE "public"."file_import_state" AS ENUM('DRAFT', 'CHECKING', 'CHECKED', 'TAKING', 'TAKEN', 'UNDOING', 'UNDONE', 'FAILED');--> statement-breakpoint
ALTER TYPE "public"."document_purpose" ADD VALUE 'FILE_IMPORT';--> statement-breakpoint
CREATE TABLE "file_import_memory" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"kind" text NOT NULL,
	"header" text NOT NULL,
	"options" jsonb NOT NULL,
	CONSTRAINT "file_import_memory_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "file_import_memory" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_import_part" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"phase" text NOT NULL,
	"status" text NOT NULL,
	"before" integer NOT NULL,
	"count" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "file_import_part_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "file_import_part" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_import" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"kind" text NOT NULL,
	"by_name" text NOT NULL,
	"document_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"look" jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"state" "file_import_state" DEFAULT 'DRAFT' NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"undone" jsonb,
	"problem" text,
	"said" jsonb,
	CONSTRAINT "file_import_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "file_import" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "file_import_part" ADD CONSTRAINT "file_import_part_of" FOREIGN KEY ("tenant_id","world_id","import_id") REFERENCES "public"."file_import"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_import" ADD CONSTRAINT "file_import_document" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."document"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_import_memory_search" ON "file_import_memory" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "file_import_memory_by_creator" ON "file_import_memory" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_memory_newest" ON "file_import_memory" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_memory_deleted" ON "file_import_memory" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "file_import_memory_of" ON "file_import_memory" USING btree ("tenant_id","world_id","created_by","kind","header") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_part_search" ON "file_import_part" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "file_import_part_by_creator" ON "file_import_part" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_part_newest" ON "file_import_part" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_part_deleted" ON "file_import_part" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "file_import_part_in_order" ON "file_import_part" USING btree ("tenant_id","world_id","import_id","phase","status","before");--> statement-breakpoint
CREATE INDEX "file_import_search" ON "file_import" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "file_import_by_creator" ON "file_import" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_newest" ON "file_import" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_deleted" ON "file_import" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE POLICY "file_import_memory_world" ON "file_import_memory" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "file_import_part_world" ON "file_import_part" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "file_import_world" ON "file_import" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);
