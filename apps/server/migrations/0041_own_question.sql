CREATE TABLE "review_own_question" (
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
	"question" text NOT NULL,
	"position" integer NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "review_own_question_pk" PRIMARY KEY("tenant_id","world_id","id"),
	CONSTRAINT "review_own_question_at_most" CHECK (retired_at is not null or position between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "review_own_question" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_answer" ADD COLUMN "own_ratings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "review_own_question" ADD CONSTRAINT "review_own_question_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_own_question_search" ON "review_own_question" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_own_question_by_creator" ON "review_own_question" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_own_question_newest" ON "review_own_question" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_own_question_deleted" ON "review_own_question" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "review_own_question_of_owner" ON "review_own_question" USING btree ("tenant_id","world_id","owner_id","position","id");--> statement-breakpoint
CREATE POLICY "review_own_question_world" ON "review_own_question" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);