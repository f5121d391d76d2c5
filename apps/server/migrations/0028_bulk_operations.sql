CREATE TYPE "public"."bulk_action" AS ENUM('SET', 'SHARE', 'ADD_TO_PROJECT', 'DELETE');--> statement-breakpoint
CREATE TYPE "public"."bulk_operation_state" AS ENUM('PENDING', 'RUNNING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE');--> statement-breakpoint
CREATE TABLE "bulk_batch" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"ids" uuid[] NOT NULL,
	"done" jsonb,
	"undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bulk_batch_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "bulk_batch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bulk_operation" (
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
	"action" "bulk_action" NOT NULL,
	"change" jsonb NOT NULL,
	"by_name" text NOT NULL,
	"state" "bulk_operation_state" DEFAULT 'PENDING' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"looked" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"same" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"refused_examples" text[] DEFAULT '{}' NOT NULL,
	"restored" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	"left_examples" text[] DEFAULT '{}' NOT NULL,
	"problem" jsonb,
	CONSTRAINT "bulk_operation_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "bulk_operation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bulk_batch" ADD CONSTRAINT "bulk_batch_operation" FOREIGN KEY ("tenant_id","world_id","operation_id") REFERENCES "public"."bulk_operation"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_batch_search" ON "bulk_batch" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bulk_batch_by_creator" ON "bulk_batch" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bulk_batch_newest" ON "bulk_batch" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bulk_batch_deleted" ON "bulk_batch" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_batch_of_operation" ON "bulk_batch" USING btree ("tenant_id","world_id","operation_id","number");--> statement-breakpoint
CREATE INDEX "bulk_operation_search" ON "bulk_operation" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bulk_operation_by_creator" ON "bulk_operation" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bulk_operation_newest" ON "bulk_operation" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bulk_operation_deleted" ON "bulk_operation" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE POLICY "bulk_batch_world" ON "bulk_batch" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "bulk_operation_world" ON "bulk_operation" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);
