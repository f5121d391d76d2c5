CREATE TYPE "public"."audit_category" AS ENUM('LEADERSHIP', 'OPPORTUNITY', 'CAPABILITY', 'ASSETS', 'DEVELOPMENT', 'SYSTEMS');--> statement-breakpoint
CREATE TYPE "public"."content_category" AS ENUM('INTERNATIONAL_EXPANSION', 'PRODUCTIVITY_IMPROVEMENTS', 'SALES_EFFECTIVENESS', 'GLOBAL_SOURCING');--> statement-breakpoint
CREATE TYPE "public"."content_status" AS ENUM('DRAFT', 'IN_REVIEW', 'PUBLISHED');--> statement-breakpoint
CREATE TYPE "public"."content_type" AS ENUM('TEXT', 'VIDEO', 'AUDIO');--> statement-breakpoint
ALTER TYPE "public"."document_purpose" ADD VALUE 'CONTENT';--> statement-breakpoint
CREATE TABLE "page_view" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"day" date NOT NULL,
	"pattern" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "page_view_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "page_view" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assessment" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"name" text NOT NULL,
	"answers" jsonb NOT NULL,
	"averages" jsonb NOT NULL,
	CONSTRAINT "assessment_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "assessment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_question" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"category" "audit_category" NOT NULL,
	"question" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "audit_question_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "audit_question" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "content_picture" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"content_id" uuid NOT NULL,
	"alt" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"small_id" uuid NOT NULL,
	"medium_id" uuid NOT NULL,
	"large_id" uuid NOT NULL,
	CONSTRAINT "content_picture_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "content_picture" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "content_slug" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"slug" text NOT NULL,
	"content_id" uuid NOT NULL,
	CONSTRAINT "content_slug_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "content_slug" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "content" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"title" text NOT NULL,
	"content_type" "content_type" NOT NULL,
	"category" "content_category" NOT NULL,
	"article_types" text[] NOT NULL,
	"content" text NOT NULL,
	"seo_text" text,
	"is_paid_content" boolean NOT NULL,
	"access" text NOT NULL,
	"slug" text NOT NULL,
	"status" "content_status" NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"shown_from" timestamp (3) with time zone,
	"review_note" text,
	"excerpt" text DEFAULT '' NOT NULL,
	"picture_id" uuid,
	"minutes" integer,
	"title_key" text DEFAULT '' NOT NULL,
	"paid_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "content_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "content" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "link_token" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "first_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "last_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "contact_number" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "services" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "target_country" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "delivery_period" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "company_id" uuid;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "contact_id" uuid;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "first_name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "last_name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "email_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "country_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_lead" FOREIGN KEY ("tenant_id","world_id","lead_id") REFERENCES "public"."lead"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_picture" ADD CONSTRAINT "content_picture_content" FOREIGN KEY ("tenant_id","content_id") REFERENCES "public"."content"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_picture" ADD CONSTRAINT "content_picture_small" FOREIGN KEY ("tenant_id","small_id") REFERENCES "public"."document"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_picture" ADD CONSTRAINT "content_picture_medium" FOREIGN KEY ("tenant_id","medium_id") REFERENCES "public"."document"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_picture" ADD CONSTRAINT "content_picture_large" FOREIGN KEY ("tenant_id","large_id") REFERENCES "public"."document"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_slug" ADD CONSTRAINT "content_slug_content" FOREIGN KEY ("tenant_id","content_id") REFERENCES "public"."content"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "page_view_of_day" ON "page_view" USING btree ("tenant_id","day","pattern");--> statement-breakpoint
CREATE INDEX "assessment_search" ON "assessment" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "assessment_by_creator" ON "assessment" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_newest" ON "assessment" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_deleted" ON "assessment" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "assessment_of_lead" ON "assessment" USING btree ("tenant_id","world_id","lead_id");--> statement-breakpoint
CREATE INDEX "audit_question_search" ON "audit_question" USING gin ("tenant_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_question_newest" ON "audit_question" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "audit_question_deleted" ON "audit_question" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "audit_question_asked" ON "audit_question" USING btree ("tenant_id","category","position","id") WHERE deleted_at is null and retired_at is null;--> statement-breakpoint
CREATE INDEX "audit_question_by_position" ON "audit_question" USING btree ("tenant_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_picture_of_content" ON "content_picture" USING btree ("tenant_id","content_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_slug_of_tenant" ON "content_slug" USING btree ("tenant_id","slug");--> statement-breakpoint
CREATE INDEX "content_slug_of_content" ON "content_slug" USING btree ("tenant_id","content_id");--> statement-breakpoint
CREATE INDEX "content_search" ON "content" USING gin ("tenant_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "content_newest" ON "content" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_deleted" ON "content" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "content_shown" ON "content" USING btree ("tenant_id","shown_from","id") WHERE deleted_at is null and status = 'PUBLISHED';--> statement-breakpoint
CREATE INDEX "content_shown_of_category" ON "content" USING btree ("tenant_id","category","shown_from","id") WHERE deleted_at is null and status = 'PUBLISHED';--> statement-breakpoint
CREATE INDEX "content_of_status" ON "content" USING btree ("tenant_id","status","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_by_title" ON "content" USING btree ("tenant_id","title_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_paid_text" ON "content" USING gin ("tenant_id",paid_text gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_company" FOREIGN KEY ("tenant_id","world_id","company_id") REFERENCES "public"."company"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_contact" FOREIGN KEY ("tenant_id","world_id","contact_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_by_first_name" ON "lead" USING btree ("tenant_id","world_id","first_name_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_by_last_name" ON "lead" USING btree ("tenant_id","world_id","last_name_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_by_email" ON "lead" USING btree ("tenant_id","world_id","email_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_by_country" ON "lead" USING btree ("tenant_id","world_id","country_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_in_countries" ON "lead" USING btree ("tenant_id","world_id","country","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_of_company" ON "lead" USING btree ("tenant_id","world_id","company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "lead_of_contact" ON "lead" USING btree ("tenant_id","world_id","contact_id") WHERE contact_id is not null;--> statement-breakpoint
CREATE POLICY "page_view_tenant" ON "page_view" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "assessment_world" ON "assessment" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "audit_question_tenant" ON "audit_question" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "content_picture_tenant" ON "content_picture" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "content_slug_tenant" ON "content_slug" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "content_tenant" ON "content" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);