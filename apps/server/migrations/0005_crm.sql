CREATE TYPE "public"."contact_role" AS ENUM('DECISION_MAKER', 'INFLUENCER', 'NO_INFLUENCE');--> statement-breakpoint
CREATE TYPE "public"."meeting_type" AS ENUM('CALL', 'WEB_MEETING', 'FACE_TO_FACE_MEETING', 'VISIT_AT_FAIR');--> statement-breakpoint
CREATE TYPE "public"."step_state" AS ENUM('OPEN', 'CLOSED');--> statement-breakpoint
CREATE TYPE "public"."level" AS ENUM('HIGH', 'MEDIUM', 'LOW');--> statement-breakpoint
CREATE TYPE "public"."happening" AS ENUM('CREATED', 'CHANGED', 'DELETED', 'RESTORED', 'IMPORTED', 'CLOSED', 'SHARED');--> statement-breakpoint
CREATE TABLE "contact" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"title" text NOT NULL,
	"contact_role" "contact_role" NOT NULL,
	"company_id" uuid NOT NULL,
	"country" text NOT NULL,
	"company_name" text NOT NULL,
	"email" text,
	"number" text,
	"full_name" text DEFAULT '' NOT NULL,
	"first_key" text DEFAULT '' NOT NULL,
	"last_key" text DEFAULT '' NOT NULL,
	"company_key" text DEFAULT '' NOT NULL,
	CONSTRAINT "contact_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"event_date_time" timestamp (3) with time zone NOT NULL,
	"location" text NOT NULL,
	"organizer" text NOT NULL,
	"organizer_contact" text NOT NULL,
	"title_key" text DEFAULT '' NOT NULL,
	CONSTRAINT "event_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meeting_report_attendee" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"meeting_report_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	CONSTRAINT "meeting_report_attendee_pk" PRIMARY KEY("tenant_id","world_id","meeting_report_id","contact_id")
);
--> statement-breakpoint
ALTER TABLE "meeting_report_attendee" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meeting_report" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"date" date NOT NULL,
	"company_id" uuid NOT NULL,
	"country" text NOT NULL,
	"company_name" text NOT NULL,
	"event_type" "meeting_type" NOT NULL,
	"company_key" text DEFAULT '' NOT NULL,
	"country_key" text DEFAULT '' NOT NULL,
	CONSTRAINT "meeting_report_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "meeting_report" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "next_step" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"todo" text NOT NULL,
	"by_when" date NOT NULL,
	"next_steps_status" "step_state" DEFAULT 'OPEN' NOT NULL,
	"assigned_user" uuid NOT NULL,
	"summary_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"company_name" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "next_step_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "next_step" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_company" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"country" text NOT NULL,
	"company_name" text NOT NULL,
	"project_name" text NOT NULL,
	"potential" "level",
	"interest" "level",
	"priority" "level",
	"last_contact" date,
	"is_last_contact_given" boolean DEFAULT false NOT NULL,
	"next_contact" date,
	"main_contact_id" uuid,
	"company_key" text DEFAULT '' NOT NULL,
	"country_key" text DEFAULT '' NOT NULL,
	CONSTRAINT "project_company_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "project_company" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_share" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "project_share_pk" PRIMARY KEY("tenant_id","world_id","project_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "project_share" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text DEFAULT '' NOT NULL,
	CONSTRAINT "project_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "project" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "summary" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"text" text NOT NULL,
	"plain_text" text NOT NULL,
	"meeting_report_id" uuid NOT NULL,
	"meeting_date" date NOT NULL,
	"company_id" uuid NOT NULL,
	"company_name" text NOT NULL,
	CONSTRAINT "summary_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "summary" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "summary_mail" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"summary_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "summary_mail_pk" PRIMARY KEY("tenant_id","world_id","summary_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "summary_mail" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "summary_project" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"summary_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	CONSTRAINT "summary_project_pk" PRIMARY KEY("tenant_id","world_id","summary_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "summary_project" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "summary_share" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"summary_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "summary_share_pk" PRIMARY KEY("tenant_id","world_id","summary_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "summary_share" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activity" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"action" "happening" NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"title" text NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "activity_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "activity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_company" FOREIGN KEY ("tenant_id","world_id","company_id","country") REFERENCES "public"."company"("tenant_id","world_id","id","country") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "meeting_report_attendee" ADD CONSTRAINT "attendee_report" FOREIGN KEY ("tenant_id","world_id","meeting_report_id") REFERENCES "public"."meeting_report"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_report_attendee" ADD CONSTRAINT "attendee_contact" FOREIGN KEY ("tenant_id","world_id","contact_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_report" ADD CONSTRAINT "meeting_report_company" FOREIGN KEY ("tenant_id","world_id","company_id","country") REFERENCES "public"."company"("tenant_id","world_id","id","country") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "next_step" ADD CONSTRAINT "next_step_user" FOREIGN KEY ("tenant_id","assigned_user") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "next_step" ADD CONSTRAINT "next_step_summary" FOREIGN KEY ("tenant_id","world_id","summary_id") REFERENCES "public"."summary"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "next_step" ADD CONSTRAINT "next_step_company" FOREIGN KEY ("tenant_id","world_id","company_id") REFERENCES "public"."company"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_company" ADD CONSTRAINT "project_company_project" FOREIGN KEY ("tenant_id","world_id","project_id") REFERENCES "public"."project"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_company" ADD CONSTRAINT "project_company_company" FOREIGN KEY ("tenant_id","world_id","company_id","country") REFERENCES "public"."company"("tenant_id","world_id","id","country") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "project_company" ADD CONSTRAINT "project_company_contact" FOREIGN KEY ("tenant_id","world_id","main_contact_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_share" ADD CONSTRAINT "project_share_project" FOREIGN KEY ("tenant_id","world_id","project_id") REFERENCES "public"."project"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_share" ADD CONSTRAINT "project_share_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary" ADD CONSTRAINT "summary_report" FOREIGN KEY ("tenant_id","world_id","meeting_report_id") REFERENCES "public"."meeting_report"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary" ADD CONSTRAINT "summary_company" FOREIGN KEY ("tenant_id","world_id","company_id") REFERENCES "public"."company"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_mail" ADD CONSTRAINT "summary_mail_summary" FOREIGN KEY ("tenant_id","world_id","summary_id") REFERENCES "public"."summary"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_mail" ADD CONSTRAINT "summary_mail_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_project" ADD CONSTRAINT "summary_project_summary" FOREIGN KEY ("tenant_id","world_id","summary_id") REFERENCES "public"."summary"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_project" ADD CONSTRAINT "summary_project_project" FOREIGN KEY ("tenant_id","world_id","project_id") REFERENCES "public"."project"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_share" ADD CONSTRAINT "summary_share_summary" FOREIGN KEY ("tenant_id","world_id","summary_id") REFERENCES "public"."summary"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_share" ADD CONSTRAINT "summary_share_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_search" ON "contact" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_by_creator" ON "contact" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_newest" ON "contact" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_deleted" ON "contact" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "contact_of_company" ON "contact" USING btree ("tenant_id","world_id","company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_by_first" ON "contact" USING btree ("tenant_id","world_id","first_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_by_last" ON "contact" USING btree ("tenant_id","world_id","last_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_by_company" ON "contact" USING btree ("tenant_id","world_id","company_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_in_countries" ON "contact" USING btree ("tenant_id","world_id","country","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_by_email" ON "contact" USING btree ("tenant_id","world_id",lower(email)) WHERE deleted_at is null and email is not null;--> statement-breakpoint
CREATE INDEX "event_search" ON "event" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "event_by_creator" ON "event" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "event_newest" ON "event" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "event_deleted" ON "event" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "event_by_time" ON "event" USING btree ("tenant_id","world_id","event_date_time","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "event_by_title" ON "event" USING btree ("tenant_id","world_id","title_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "attendee_of_contact" ON "meeting_report_attendee" USING btree ("tenant_id","world_id","contact_id");--> statement-breakpoint
CREATE INDEX "meeting_report_search" ON "meeting_report" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "meeting_report_by_creator" ON "meeting_report" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "meeting_report_newest" ON "meeting_report" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "meeting_report_deleted" ON "meeting_report" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "meeting_report_of_company" ON "meeting_report" USING btree ("tenant_id","world_id","company_id","date","id");--> statement-breakpoint
CREATE INDEX "meeting_report_by_date" ON "meeting_report" USING btree ("tenant_id","world_id","date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "meeting_report_by_company" ON "meeting_report" USING btree ("tenant_id","world_id","company_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "meeting_report_by_country" ON "meeting_report" USING btree ("tenant_id","world_id","country_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "meeting_report_by_type" ON "meeting_report" USING btree ("tenant_id","world_id","event_type","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "next_step_search" ON "next_step" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "next_step_by_creator" ON "next_step" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "next_step_newest" ON "next_step" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "next_step_deleted" ON "next_step" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "next_step_of_summary" ON "next_step" USING btree ("tenant_id","world_id","summary_id","created_at","id");--> statement-breakpoint
CREATE INDEX "next_step_of_company" ON "next_step" USING btree ("tenant_id","world_id","company_id","id");--> statement-breakpoint
CREATE INDEX "next_step_by_when" ON "next_step" USING btree ("tenant_id","world_id","by_when","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "next_step_by_status" ON "next_step" USING btree ("tenant_id","world_id","next_steps_status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "next_step_of_user" ON "next_step" USING btree ("tenant_id","world_id","assigned_user","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "next_step_due" ON "next_step" USING btree ("tenant_id","by_when") WHERE deleted_at is null and next_steps_status = 'OPEN' and reminded_at is null;--> statement-breakpoint
CREATE INDEX "project_company_search" ON "project_company" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "project_company_by_creator" ON "project_company" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_newest" ON "project_company" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_deleted" ON "project_company" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_company_once" ON "project_company" USING btree ("tenant_id","world_id","project_id","company_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_of_company" ON "project_company" USING btree ("tenant_id","world_id","company_id","project_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_of_contact" ON "project_company" USING btree ("tenant_id","world_id","main_contact_id");--> statement-breakpoint
CREATE INDEX "project_company_by_company" ON "project_company" USING btree ("tenant_id","world_id","company_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_share_of_user" ON "project_share" USING btree ("tenant_id","world_id","user_id","project_id");--> statement-breakpoint
CREATE INDEX "project_search" ON "project" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "project_by_creator" ON "project" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_newest" ON "project" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_deleted" ON "project" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "project_by_name" ON "project" USING btree ("tenant_id","world_id","name_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "summary_search" ON "summary" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "summary_by_creator" ON "summary" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "summary_newest" ON "summary" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "summary_deleted" ON "summary" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "summary_of_report" ON "summary" USING btree ("tenant_id","world_id","meeting_report_id","created_at","id");--> statement-breakpoint
CREATE INDEX "summary_of_company" ON "summary" USING btree ("tenant_id","world_id","company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "summary_by_date" ON "summary" USING btree ("tenant_id","world_id","meeting_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "summary_project_of_project" ON "summary_project" USING btree ("tenant_id","world_id","project_id","summary_id");--> statement-breakpoint
CREATE INDEX "summary_share_of_user" ON "summary_share" USING btree ("tenant_id","world_id","user_id","summary_id");--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("tenant_id","world_id","created_at","id");--> statement-breakpoint
CREATE INDEX "activity_of_subject" ON "activity" USING btree ("tenant_id","world_id","subject_id","created_at","id");--> statement-breakpoint
CREATE POLICY "contact_world" ON "contact" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "event_world" ON "event" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "meeting_report_attendee_world" ON "meeting_report_attendee" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "meeting_report_world" ON "meeting_report" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "next_step_world" ON "next_step" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "project_company_world" ON "project_company" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "project_share_world" ON "project_share" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "project_world" ON "project" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "summary_world" ON "summary" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "summary_mail_world" ON "summary_mail" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "summary_project_world" ON "summary_project" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "summary_share_world" ON "summary_share" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "activity_world" ON "activity" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);