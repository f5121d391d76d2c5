CREATE TYPE "public"."drive_action" AS ENUM('UPLOADED', 'REPLACED', 'CREATED', 'RENAMED', 'MOVED', 'SHARED', 'UNSHARED', 'OPENED', 'DOWNLOADED', 'DELETED', 'RESTORED', 'PURGED');--> statement-breakpoint
CREATE TYPE "public"."drive_clash" AS ENUM('KEEP', 'REPLACE', 'SKIP');--> statement-breakpoint
CREATE TYPE "public"."drive_upload_state" AS ENUM('WAITING', 'DONE', 'SKIPPED', 'FAILED', 'CANCELLED');--> statement-breakpoint
ALTER TYPE "public"."document_purpose" ADD VALUE 'DRIVE';--> statement-breakpoint
CREATE TABLE "drive_activity" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"action" "drive_action" NOT NULL,
	"name" text NOT NULL,
	"detail" text,
	CONSTRAINT "drive_activity_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "drive_activity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drive_batch" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "drive_batch_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "drive_batch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drive_item" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"owner_id" uuid NOT NULL,
	"parent_id" uuid,
	"place_id" uuid GENERATED ALWAYS AS (coalesce(parent_id, owner_id)) STORED NOT NULL,
	"ancestors" uuid[] DEFAULT '{}' NOT NULL,
	"folder" boolean NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"sort_key" text NOT NULL,
	"document_id" uuid,
	"size" bigint DEFAULT 0 NOT NULL,
	"mime_type" text,
	"deleted_with" uuid,
	CONSTRAINT "drive_item_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "drive_item" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drive_share" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"item_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"email_address" text NOT NULL,
	"user_id" uuid,
	"told_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	CONSTRAINT "drive_share_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "drive_share" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drive_upload" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"batch_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"parent_id" uuid,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"mime_type" text,
	"clash" "drive_clash" NOT NULL,
	"state" "drive_upload_state" DEFAULT 'WAITING' NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"pieces" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"writer" uuid,
	"item_id" uuid,
	"problem" text,
	CONSTRAINT "drive_upload_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "drive_upload" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "drive_activity" ADD CONSTRAINT "drive_activity_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_batch" ADD CONSTRAINT "drive_batch_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_item" ADD CONSTRAINT "drive_item_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_item" ADD CONSTRAINT "drive_item_parent" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."drive_item"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_item" ADD CONSTRAINT "drive_item_document" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."document"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_share" ADD CONSTRAINT "drive_share_item" FOREIGN KEY ("tenant_id","item_id") REFERENCES "public"."drive_item"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_share" ADD CONSTRAINT "drive_share_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_share" ADD CONSTRAINT "drive_share_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_upload" ADD CONSTRAINT "drive_upload_batch" FOREIGN KEY ("tenant_id","batch_id") REFERENCES "public"."drive_batch"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drive_activity_of_owner" ON "drive_activity" USING btree ("tenant_id","owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "drive_activity_of_item" ON "drive_activity" USING btree ("tenant_id","item_id","created_at","id");--> statement-breakpoint
CREATE INDEX "drive_batch_of_owner" ON "drive_batch" USING btree ("tenant_id","owner_id");--> statement-breakpoint
CREATE INDEX "drive_item_search" ON "drive_item" USING gin ("tenant_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "drive_item_newest" ON "drive_item" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "drive_item_deleted" ON "drive_item" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "drive_item_name" ON "drive_item" USING btree ("tenant_id","place_id","name_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "drive_item_in_place" ON "drive_item" USING btree ("tenant_id","place_id","sort_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "drive_item_of_owner" ON "drive_item" USING btree ("tenant_id","owner_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "drive_item_kept" ON "drive_item" USING btree ("tenant_id","owner_id","size");--> statement-breakpoint
CREATE INDEX "drive_item_beneath" ON "drive_item" USING gin ("tenant_id","ancestors");--> statement-breakpoint
CREATE INDEX "drive_item_deleted_with" ON "drive_item" USING btree ("tenant_id","deleted_with") WHERE deleted_with is not null;--> statement-breakpoint
CREATE INDEX "drive_item_in_trash" ON "drive_item" USING btree ("tenant_id","owner_id","deleted_at","id") WHERE deleted_with = id;--> statement-breakpoint
CREATE INDEX "drive_item_of_document" ON "drive_item" USING btree ("tenant_id","document_id") WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX "drive_item_of_parent" ON "drive_item" USING btree ("tenant_id","parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "drive_share_of_item" ON "drive_share" USING btree ("tenant_id","item_id",lower(email_address));--> statement-breakpoint
CREATE INDEX "drive_share_with_user" ON "drive_share" USING btree ("tenant_id","user_id","owner_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "drive_share_of_owner" ON "drive_share" USING btree ("tenant_id","owner_id",lower(email_address));--> statement-breakpoint
CREATE INDEX "drive_share_unclaimed" ON "drive_share" USING btree ("tenant_id",lower(email_address)) WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "drive_upload_of_batch" ON "drive_upload" USING btree ("tenant_id","batch_id","path","id");--> statement-breakpoint
CREATE INDEX "drive_upload_reserved" ON "drive_upload" USING btree ("tenant_id","owner_id","updated_at") WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX "document_of_bytes" ON "document" USING btree ("tenant_id","hash");--> statement-breakpoint
CREATE POLICY "drive_activity_tenant" ON "drive_activity" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "drive_batch_tenant" ON "drive_batch" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "drive_item_tenant" ON "drive_item" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "drive_share_tenant" ON "drive_share" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "drive_upload_tenant" ON "drive_upload" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);