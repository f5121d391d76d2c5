CREATE TYPE "public"."topic_state" AS ENUM('PROPOSED', 'PLANNED', 'PUBLISHED', 'DECLINED');--> statement-breakpoint
CREATE TABLE "topic_vote" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"topic_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "topic_vote_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "topic_vote" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "topic" (
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
	"state" "topic_state" DEFAULT 'PROPOSED' NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	"planned_for" date,
	"content" uuid,
	"reason" text,
	CONSTRAINT "topic_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "topic" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "topic_vote" ADD CONSTRAINT "topic_vote_topic" FOREIGN KEY ("tenant_id","topic_id") REFERENCES "public"."topic"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_vote" ADD CONSTRAINT "topic_vote_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "topic_vote_once" ON "topic_vote" USING btree ("tenant_id","topic_id","user_id");--> statement-breakpoint
CREATE INDEX "topic_vote_of_user" ON "topic_vote" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "topic_search" ON "topic" USING gin ("tenant_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "topic_newest" ON "topic" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "topic_deleted" ON "topic" USING btree ("tenant_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "topic_by_votes" ON "topic" USING btree ("tenant_id","votes","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "topic_of_state" ON "topic" USING btree ("tenant_id","state","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "topic_of_state_by_votes" ON "topic" USING btree ("tenant_id","state","votes","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "topic_of_member" ON "topic" USING btree ("tenant_id","created_by","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE POLICY "topic_vote_tenant" ON "topic_vote" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "topic_tenant" ON "topic" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);