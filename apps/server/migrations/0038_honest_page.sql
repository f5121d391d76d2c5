CREATE TYPE "public"."review_removal_reason" AS ENUM('PERSONAL_DATA', 'OFFENSIVE', 'UNLAWFUL', 'ADVERTISING', 'OFF_TOPIC', 'NOT_GENUINE');--> statement-breakpoint
CREATE TYPE "public"."review_case_kind" AS ENUM('REPORT', 'NETWORK', 'MINUTE', 'SAME_WORDS');--> statement-breakpoint
CREATE TYPE "public"."review_case_state" AS ENUM('OPEN', 'KEPT', 'REMOVED');--> statement-breakpoint
CREATE TABLE "review_answer_trace" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"answer_id" uuid NOT NULL,
	"network_hash" text NOT NULL,
	"words_hash" text,
	CONSTRAINT "review_answer_trace_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_answer_trace" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_case" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" "review_case_kind" NOT NULL,
	"sign" text NOT NULL,
	"answer_ids" uuid[] NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"reason" "review_removal_reason",
	"note" text,
	"state" "review_case_state" DEFAULT 'OPEN' NOT NULL,
	"decided_because" "review_removal_reason",
	"decision_note" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	CONSTRAINT "review_case_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_case" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_answer" ADD COLUMN "reply_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "review_answer" ADD COLUMN "remark_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "review_answer" ADD COLUMN "remark_removed_because" "review_removal_reason";--> statement-breakpoint
ALTER TABLE "review_answer_trace" ADD CONSTRAINT "review_answer_trace_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_case" ADD CONSTRAINT "review_case_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_answer_trace_of_answer" ON "review_answer_trace" USING btree ("tenant_id","answer_id");--> statement-breakpoint
CREATE INDEX "review_answer_trace_of_network" ON "review_answer_trace" USING btree ("tenant_id","owner_id","network_hash","created_at");--> statement-breakpoint
CREATE INDEX "review_answer_trace_of_words" ON "review_answer_trace" USING btree ("tenant_id","owner_id","words_hash") WHERE words_hash is not null;--> statement-breakpoint
CREATE INDEX "review_answer_trace_of_owner" ON "review_answer_trace" USING btree ("tenant_id","owner_id","created_at");--> statement-breakpoint
CREATE INDEX "review_answer_trace_ending" ON "review_answer_trace" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_case_once" ON "review_case" USING btree ("tenant_id","owner_id","kind","sign");--> statement-breakpoint
CREATE INDEX "review_case_by_state" ON "review_case" USING btree ("tenant_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "review_case_newest" ON "review_case" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_answer_public" ON "review_answer" USING btree ("tenant_id","world_id","owner_id","created_at","id") WHERE deleted_at is null and remark_public and remark_removed_at is null;--> statement-breakpoint
CREATE INDEX "review_answer_remark_removed" ON "review_answer" USING btree ("tenant_id","world_id","owner_id","remark_removed_because") WHERE deleted_at is null and remark_removed_at is not null;--> statement-breakpoint
CREATE INDEX "review_answer_scored" ON "review_answer" USING btree ("tenant_id","world_id","owner_id","day","score") WHERE deleted_at is null and superseded_by is null;--> statement-breakpoint
CREATE POLICY "review_answer_trace_tenant" ON "review_answer_trace" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_case_tenant" ON "review_case" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);