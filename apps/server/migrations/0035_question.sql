CREATE TYPE "public"."question_state" AS ENUM('OPEN', 'ANSWERED');--> statement-breakpoint
CREATE TABLE "question" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"member" text NOT NULL,
	"state" "question_state" DEFAULT 'OPEN' NOT NULL,
	"assigned_user" uuid,
	"due_date" date NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"month" text NOT NULL,
	"nth" integer NOT NULL,
	CONSTRAINT "question_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "question" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_member" FOREIGN KEY ("tenant_id","created_by") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_search" ON "question" USING gin ("tenant_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "question_newest" ON "question" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "question_deleted" ON "question" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "question_of_month" ON "question" USING btree ("tenant_id","created_by","month","nth");--> statement-breakpoint
CREATE INDEX "question_of_member" ON "question" USING btree ("tenant_id","created_by","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "question_of_user" ON "question" USING btree ("tenant_id","assigned_user","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "question_of_state" ON "question" USING btree ("tenant_id","state","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "question_due" ON "question" USING btree ("tenant_id","state","due_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "question_by_due" ON "question" USING btree ("tenant_id","due_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE POLICY "question_tenant" ON "question" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);