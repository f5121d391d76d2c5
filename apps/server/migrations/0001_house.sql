CREATE TYPE "public"."company_type" AS ENUM('MANUFACTURER_BRAND', 'IMPORTER_DISTRIBUTOR', 'TECH_SOLUTION_PROVIDER', 'ENGINEERING_SERVICES', 'SYSTEM_INTEGRATORS', 'CONSULTING_ADVISORY', 'HR_ACCOUNTING_LEGAL', 'ASSOCIATION', 'END_USER');--> statement-breakpoint
CREATE TYPE "public"."user_role" AS ENUM('ROLE_SUPER_ADMIN', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_LEVEL2', 'ROLE_LEVEL1', 'ROLE_BUISNESS', 'ROLE_PRO', 'ROLE_ADVANCE', 'ROLE_BASIC', 'ROLE_STARTER', 'ROLE_FREE');--> statement-breakpoint
CREATE TABLE "company" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"legal_name" text NOT NULL,
	"country" text NOT NULL,
	"website" text NOT NULL,
	"company_type_list" "company_type"[] NOT NULL,
	"address" text,
	"tax_ref_number" text,
	"name_key" text DEFAULT '' NOT NULL,
	"country_key" text DEFAULT '' NOT NULL,
	CONSTRAINT "company_pk" PRIMARY KEY("tenant_id","world_id","id"),
	CONSTRAINT "company_in_country" UNIQUE("tenant_id","world_id","id","country")
);
--> statement-breakpoint
ALTER TABLE "company" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attempt" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "attempt_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "attempt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "link_token" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "link_token_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "link_token" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"device" text NOT NULL,
	CONSTRAINT "session_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "session" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant_domain" (
	"domain" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenant_domain" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"is_main" boolean DEFAULT false NOT NULL,
	"full_name" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"middle_name" text,
	"last_name" text DEFAULT '' NOT NULL,
	"email_address" text DEFAULT '' NOT NULL,
	"phone_number" text,
	"domain_name" text,
	"secondary_domain_name" text,
	"address" text
);
--> statement-breakpoint
ALTER TABLE "tenant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_permission" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "user_permission_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "user_permission" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_account" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"first_name" text NOT NULL,
	"middle_name" text,
	"last_name" text NOT NULL,
	"email_address" text NOT NULL,
	"role" "user_role" NOT NULL,
	"password_hash" text,
	"verified_at" timestamp (3) with time zone,
	"user_company_name" text,
	"is_partner" boolean DEFAULT false NOT NULL,
	"brand_logo_uid" uuid,
	"allowed_countries" text[] DEFAULT '{}' NOT NULL,
	"reviews_search_enabled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "user_account_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "user_account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid,
	"title" text DEFAULT '' NOT NULL,
	"by_name" text NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "audit_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "audit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "first_reply" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"user_id" uuid NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "first_reply_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "first_reply" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "link_token" ADD CONSTRAINT "link_token_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_domain" ADD CONSTRAINT "tenant_domain_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_permission" ADD CONSTRAINT "user_permission_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_search" ON "company" USING gin ("tenant_id","world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "company_by_creator" ON "company" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "company_newest" ON "company" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "company_deleted" ON "company" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "company_legal_name" ON "company" USING btree ("tenant_id","world_id",lower(btrim(legal_name))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "company_by_name" ON "company" USING btree ("tenant_id","world_id","name_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "company_by_country" ON "company" USING btree ("tenant_id","world_id","country_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "company_in_countries" ON "company" USING btree ("tenant_id","world_id","country","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "attempt_of_key" ON "attempt" USING btree ("tenant_id","key","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_token_hash" ON "link_token" USING btree ("tenant_id","token_hash");--> statement-breakpoint
CREATE INDEX "link_token_of_user" ON "link_token" USING btree ("tenant_id","user_id","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "session_token" ON "session" USING btree ("tenant_id","token_hash");--> statement-breakpoint
CREATE INDEX "session_of_user" ON "session" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_main" ON "tenant" USING btree ("is_main") WHERE is_main;--> statement-breakpoint
CREATE UNIQUE INDEX "user_permission_once" ON "user_permission" USING btree ("tenant_id","user_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_address" ON "user_account" USING btree ("tenant_id",lower(email_address)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("tenant_id","world_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_of_record" ON "audit" USING btree ("tenant_id","world_id","record_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "first_reply_once" ON "first_reply" USING btree ("tenant_id","user_id","call","key");--> statement-breakpoint
CREATE POLICY "company_world" ON "company" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "attempt_tenant" ON "attempt" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "link_token_tenant" ON "link_token" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "session_tenant" ON "session" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "tenant_domain_open" ON "tenant_domain" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (true);--> statement-breakpoint
CREATE POLICY "tenant_open" ON "tenant" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (true);--> statement-breakpoint
CREATE POLICY "user_permission_tenant" ON "user_permission" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "user_account_tenant" ON "user_account" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "audit_world" ON "audit" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "first_reply_tenant" ON "first_reply" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);