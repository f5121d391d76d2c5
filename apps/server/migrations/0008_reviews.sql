CREATE TYPE "public"."lead_source" AS ENUM('ASSESSMENT', 'ENQUIRY', 'PLAN', 'PARTNER');--> statement-breakpoint
CREATE TYPE "public"."review_invitation_state" AS ENUM('QUEUED', 'SENDING', 'SENT', 'UNCERTAIN', 'FAILED', 'ANSWERED', 'EXPIRED');--> statement-breakpoint
CREATE TYPE "public"."review_refusal_reason" AS ENUM('ASKED', 'UNSUBSCRIBED', 'BOUNCED');--> statement-breakpoint
CREATE TYPE "public"."review_type" AS ENUM('Manufacturers', 'Distributors_Dealers', 'Consultants_ServiceProviders', 'FranchiseBrands');--> statement-breakpoint
CREATE TABLE "lead" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"source" "lead_source" NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"country" text NOT NULL,
	"comments" text,
	"member_id" uuid,
	CONSTRAINT "lead_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "lead" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_answer" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"review_type" "review_type" NOT NULL,
	"ratings" jsonb NOT NULL,
	"score" numeric NOT NULL,
	"day" date NOT NULL,
	"remark" text,
	"remark_public" boolean NOT NULL,
	"show_as_testimonial" boolean DEFAULT false NOT NULL,
	"owner_reply" text,
	"replied_at" timestamp (3) with time zone,
	CONSTRAINT "review_answer_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_answer" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_audience" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	CONSTRAINT "review_audience_pk" PRIMARY KEY("tenant_id","world_id","owner_id","contact_id")
);
--> statement-breakpoint
ALTER TABLE "review_audience" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_day" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"score_sum" numeric DEFAULT '0' NOT NULL,
	"breakdown" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "review_day_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_day" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_invitation" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"title" text NOT NULL,
	"company_name" text NOT NULL,
	"contact_role" "contact_role" NOT NULL,
	"number" text,
	"email_address" text NOT NULL,
	"language" "language" NOT NULL,
	"review_type" "review_type" NOT NULL,
	"state" "review_invitation_state" DEFAULT 'QUEUED' NOT NULL,
	"unsubscribe_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"letters" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"problem" text,
	"first_key" text NOT NULL,
	"last_key" text NOT NULL,
	"company_key" text NOT NULL,
	CONSTRAINT "review_invitation_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_invitation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_refusal" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"address" text NOT NULL,
	"reason" "review_refusal_reason" NOT NULL,
	CONSTRAINT "review_refusal_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_refusal" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_setting" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"review_type" "review_type",
	"company_description" text,
	CONSTRAINT "review_setting_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "testimonial" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"initial" text NOT NULL,
	"remark" text NOT NULL,
	"score" numeric NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"owner_reply" text,
	CONSTRAINT "testimonial_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "testimonial" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "trust_score" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"score_sum" numeric DEFAULT '0' NOT NULL,
	"score" numeric GENERATED ALWAYS AS (coalesce(score_sum / nullif(answers, 0), 0)) STORED NOT NULL,
	"breakdown" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "trust_score_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "trust_score" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_question" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"review_type" "review_type" NOT NULL,
	"headline" text NOT NULL,
	"question" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "review_question_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_question" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_answer" ADD CONSTRAINT "review_answer_invitation" FOREIGN KEY ("tenant_id","world_id","id") REFERENCES "public"."review_invitation"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_answer" ADD CONSTRAINT "review_answer_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_audience" ADD CONSTRAINT "review_audience_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_audience" ADD CONSTRAINT "review_audience_contact" FOREIGN KEY ("tenant_id","world_id","contact_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_day" ADD CONSTRAINT "review_day_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_invitation" ADD CONSTRAINT "review_invitation_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_refusal" ADD CONSTRAINT "review_refusal_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_setting" ADD CONSTRAINT "review_setting_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonial" ADD CONSTRAINT "testimonial_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_score" ADD CONSTRAINT "trust_score_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_search" ON "lead" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "lead_by_creator" ON "lead" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_newest" ON "lead" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_deleted" ON "lead" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "lead_of_source" ON "lead" USING btree ("tenant_id","world_id","source","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_answer_search" ON "review_answer" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_answer_by_creator" ON "review_answer" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_answer_newest" ON "review_answer" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_answer_deleted" ON "review_answer" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "review_answer_of_owner" ON "review_answer" USING btree ("tenant_id","world_id","owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_answer_with_remark" ON "review_answer" USING btree ("tenant_id","world_id","owner_id","created_at","id") WHERE deleted_at is null and remark is not null;--> statement-breakpoint
CREATE INDEX "review_audience_of_contact" ON "review_audience" USING btree ("tenant_id","world_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_day_of_owner" ON "review_day" USING btree ("tenant_id","owner_id","day");--> statement-breakpoint
CREATE INDEX "review_invitation_search" ON "review_invitation" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_invitation_by_creator" ON "review_invitation" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_invitation_newest" ON "review_invitation" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_invitation_deleted" ON "review_invitation" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_invitation_open" ON "review_invitation" USING btree ("tenant_id","world_id","owner_id",lower(email_address)) WHERE state in ('QUEUED', 'SENDING', 'SENT', 'UNCERTAIN');--> statement-breakpoint
CREATE INDEX "review_invitation_of_owner" ON "review_invitation" USING btree ("tenant_id","world_id","owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_invitation_of_contact" ON "review_invitation" USING btree ("tenant_id","world_id","contact_id","owner_id");--> statement-breakpoint
CREATE INDEX "review_invitation_by_state" ON "review_invitation" USING btree ("tenant_id","world_id","owner_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "review_invitation_ending" ON "review_invitation" USING btree ("tenant_id","expires_at") WHERE state in ('QUEUED', 'SENDING', 'SENT', 'UNCERTAIN');--> statement-breakpoint
CREATE INDEX "review_invitation_of_day" ON "review_invitation" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_refusal_of_address" ON "review_refusal" USING btree ("tenant_id","owner_id","address");--> statement-breakpoint
CREATE UNIQUE INDEX "review_setting_of_owner" ON "review_setting" USING btree ("tenant_id","owner_id");--> statement-breakpoint
CREATE INDEX "testimonial_of_owner" ON "testimonial" USING btree ("tenant_id","owner_id","answered_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "trust_score_of_owner" ON "trust_score" USING btree ("tenant_id","owner_id");--> statement-breakpoint
CREATE INDEX "trust_score_by_score" ON "trust_score" USING btree ("tenant_id","score","owner_id");--> statement-breakpoint
CREATE INDEX "trust_score_by_answers" ON "trust_score" USING btree ("tenant_id","answers","owner_id");--> statement-breakpoint
CREATE INDEX "review_question_search" ON "review_question" USING gin ("tenant_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_question_newest" ON "review_question" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_question_deleted" ON "review_question" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "review_question_asked" ON "review_question" USING btree ("tenant_id","review_type","position","id") WHERE deleted_at is null and retired_at is null;--> statement-breakpoint
CREATE INDEX "review_question_by_position" ON "review_question" USING btree ("tenant_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_account_shown" ON "user_account" USING btree ("tenant_id","id") WHERE deleted_at is null and deactivated_at is null and user_company_name is not null and (is_partner or reviews_search_enabled);--> statement-breakpoint
CREATE POLICY "lead_world" ON "lead" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_answer_world" ON "review_answer" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_audience_world" ON "review_audience" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_day_tenant" ON "review_day" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_invitation_world" ON "review_invitation" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_refusal_tenant" ON "review_refusal" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_setting_tenant" ON "review_setting" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "testimonial_tenant" ON "testimonial" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "trust_score_tenant" ON "trust_score" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_question_tenant" ON "review_question" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);