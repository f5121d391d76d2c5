CREATE TYPE "public"."bulk_state" AS ENUM('PENDING', 'PROCESSING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED');--> statement-breakpoint
CREATE TYPE "public"."document_purpose" AS ENUM('LOGO', 'IMPORT');--> statement-breakpoint
CREATE TYPE "public"."language" AS ENUM('en', 'es', 'fr', 'de', 'it');--> statement-breakpoint
CREATE TYPE "public"."notification_type" AS ENUM('PUSH_WEB');--> statement-breakpoint
CREATE TYPE "public"."permission_assignee" AS ENUM('ADMIN');--> statement-breakpoint
CREATE TYPE "public"."user_theme" AS ENUM('auto', 'light', 'dark');--> statement-breakpoint
CREATE TABLE "bulk_upload" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"document_id" uuid NOT NULL,
	"processing_status" "bulk_state" DEFAULT 'PENDING' NOT NULL,
	"sheets" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problem" text,
	CONSTRAINT "bulk_upload_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "bulk_upload" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"purpose" "document_purpose" NOT NULL,
	"original_file_name" text NOT NULL,
	"file_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "document_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "document" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"key" text NOT NULL,
	"language" "language" NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "message_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "message" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"user_id" uuid NOT NULL,
	"type" "notification_type" DEFAULT 'PUSH_WEB' NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"values" jsonb NOT NULL,
	"path" text,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notification_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "notification" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "permission" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"assignee" "permission_assignee" DEFAULT 'ADMIN' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "permission" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant_figure" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"users" integer NOT NULL,
	"records" integer NOT NULL,
	"storage" bigint NOT NULL,
	"last_activity" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenant_figure" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant_configuration" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "tenant_configuration_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "tenant_configuration" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant_setting" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "tenant_setting_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "tenant_setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "permission" ("key", "value") VALUES
	('XG_ADMIN', 'Content and leads'),
	('EXPORT_DATA', 'Export lists'),
	('MASS_UPLOAD', 'Upload workbooks'),
	('VIEW_AUDIT', 'See who changed what'),
	('MANAGE_QUESTIONS', 'Manage questions'),
	('RESTORE_TRASH', 'Restore from the trash');--> statement-breakpoint
-- The owner changes rows of every tenant: the walls are laid again when all has run.
ALTER TABLE "user_permission" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "user_account" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "user_permission_once";--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "user_permission" ADD COLUMN "permission_id" uuid;--> statement-breakpoint
UPDATE "user_permission" SET "permission_id" = (SELECT "id" FROM "permission" WHERE "permission"."key" = "user_permission"."key");--> statement-breakpoint
DELETE FROM "user_permission" WHERE "permission_id" IS NULL;--> statement-breakpoint
ALTER TABLE "user_permission" ALTER COLUMN "permission_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "deleted_by" uuid;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "deactivated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "language" "language";--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "theme" "user_theme" DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "address_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "user_account" SET
	"search_text" = (SELECT regexp_replace(normalize(lower(concat_ws(' ', "first_name", "middle_name", "last_name") || E'\n' || "email_address" || E'\n' || coalesce("user_company_name", '')), NFD), '[\u0300-\u036F]', '', 'g')),
	"name_key" = left(regexp_replace(normalize(lower(concat_ws(' ', "first_name", "middle_name", "last_name")), NFD), '[\u0300-\u036F]', '', 'g'), 200),
	"address_key" = left(lower("email_address"), 200);--> statement-breakpoint
ALTER TABLE "bulk_upload" ADD CONSTRAINT "bulk_upload_document" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."document"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_figure" ADD CONSTRAINT "tenant_figure_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_upload_newest" ON "bulk_upload" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_of_user" ON "notification" USING btree ("tenant_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("tenant_id","user_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "permission_key" ON "permission" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_configuration_key" ON "tenant_configuration" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_setting_key" ON "tenant_setting" USING btree ("tenant_id","key");--> statement-breakpoint
ALTER TABLE "user_permission" ADD CONSTRAINT "user_permission_permission_id_permission_id_fk" FOREIGN KEY ("permission_id") REFERENCES "public"."permission"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_logo" FOREIGN KEY ("tenant_id","brand_logo_uid") REFERENCES "public"."document"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_account_search" ON "user_account" USING gin ("tenant_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_account_newest" ON "user_account" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_account_deleted" ON "user_account" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "user_account_by_name" ON "user_account" USING btree ("tenant_id","name_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_account_by_address" ON "user_account" USING btree ("tenant_id","address_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_account_by_role" ON "user_account" USING btree ("tenant_id","role","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_account_of_logo" ON "user_account" USING btree ("tenant_id","brand_logo_uid") WHERE brand_logo_uid is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_permission_once" ON "user_permission" USING btree ("tenant_id","user_id","permission_id");--> statement-breakpoint
ALTER TABLE "user_permission" DROP COLUMN "key";--> statement-breakpoint
CREATE POLICY "bulk_upload_tenant" ON "bulk_upload" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "document_tenant" ON "document" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "message_tenant" ON "message" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "notification_tenant" ON "notification" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "permission_open" ON "permission" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (true);--> statement-breakpoint
CREATE POLICY "tenant_figure_open" ON "tenant_figure" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (true);--> statement-breakpoint
CREATE POLICY "tenant_configuration_tenant" ON "tenant_configuration" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "tenant_setting_tenant" ON "tenant_setting" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);