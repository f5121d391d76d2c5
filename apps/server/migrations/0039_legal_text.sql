CREATE TYPE "public"."legal_kind" AS ENUM('PRIVACY', 'TERMS', 'IMPRINT', 'CONTACT');--> statement-breakpoint
CREATE TABLE "legal_text_version" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"kind" "legal_kind" NOT NULL,
	"language" "language" NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "legal_text_version_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "legal_text_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "legal_text" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"kind" "legal_kind" NOT NULL,
	"language" "language" NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "legal_text_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "legal_text" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "consent_id" uuid;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "consented_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_text_version_of" ON "legal_text_version" USING btree ("tenant_id","kind","language","version");--> statement-breakpoint
CREATE POLICY "legal_text_version_tenant" ON "legal_text_version" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "legal_text_tenant" ON "legal_text" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);