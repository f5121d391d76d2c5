CREATE TABLE "review_trigger_ask" (
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
	"contact_id" uuid NOT NULL,
	"about" text NOT NULL,
	"campaign_id" uuid,
	"because" text,
	CONSTRAINT "review_trigger_ask_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_trigger_ask" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_trigger" (
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
	"kind" text NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"days" integer NOT NULL,
	"reminders" boolean DEFAULT false NOT NULL,
	"sentence" text,
	"language" "language",
	"since" date,
	CONSTRAINT "review_trigger_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_trigger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "end_date" date;--> statement-breakpoint
ALTER TABLE "review_campaign" ADD COLUMN "trigger" text;--> statement-breakpoint
ALTER TABLE "review_trigger_ask" ADD CONSTRAINT "review_trigger_ask_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_trigger_ask" ADD CONSTRAINT "review_trigger_ask_contact" FOREIGN KEY ("tenant_id","world_id","contact_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_trigger" ADD CONSTRAINT "review_trigger_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_trigger_ask_search" ON "review_trigger_ask" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_trigger_ask_by_creator" ON "review_trigger_ask" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_trigger_ask_newest" ON "review_trigger_ask" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_trigger_ask_deleted" ON "review_trigger_ask" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_trigger_ask_once" ON "review_trigger_ask" USING btree ("tenant_id","world_id","contact_id","about");--> statement-breakpoint
CREATE INDEX "review_trigger_ask_of_owner" ON "review_trigger_ask" USING btree ("tenant_id","world_id","owner_id");--> statement-breakpoint
CREATE INDEX "review_trigger_search" ON "review_trigger" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_trigger_by_creator" ON "review_trigger" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_trigger_newest" ON "review_trigger" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_trigger_deleted" ON "review_trigger" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_trigger_of_owner" ON "review_trigger" USING btree ("tenant_id","world_id","owner_id","kind");--> statement-breakpoint
CREATE POLICY "review_trigger_ask_world" ON "review_trigger_ask" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_trigger_world" ON "review_trigger" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);