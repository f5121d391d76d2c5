CREATE TABLE "review_campaign" (
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
	"invited" integer NOT NULL,
	"reminders" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "review_campaign_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_campaign" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_reminder" (
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
	"invitation_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"letter" integer NOT NULL,
	"is_automatic" boolean NOT NULL,
	"state" "review_invitation_state" DEFAULT 'QUEUED' NOT NULL,
	"problem" text,
	CONSTRAINT "review_reminder_pk" PRIMARY KEY("tenant_id","world_id","id"),
	CONSTRAINT "review_reminder_at_most" CHECK (number between 1 and 2)
);
--> statement-breakpoint
ALTER TABLE "review_reminder" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_invitation" ADD COLUMN "reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "review_campaign" ADD CONSTRAINT "review_campaign_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reminder" ADD CONSTRAINT "review_reminder_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reminder" ADD CONSTRAINT "review_reminder_invitation" FOREIGN KEY ("tenant_id","world_id","invitation_id") REFERENCES "public"."review_invitation"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_campaign_search" ON "review_campaign" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_campaign_by_creator" ON "review_campaign" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_campaign_newest" ON "review_campaign" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_campaign_deleted" ON "review_campaign" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "review_campaign_of_owner" ON "review_campaign" USING btree ("tenant_id","world_id","owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_campaign_reminding" ON "review_campaign" USING btree ("tenant_id","world_id") WHERE reminders and ended_at is null;--> statement-breakpoint
CREATE INDEX "review_reminder_search" ON "review_reminder" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_reminder_by_creator" ON "review_reminder" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_reminder_newest" ON "review_reminder" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_reminder_deleted" ON "review_reminder" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_reminder_once" ON "review_reminder" USING btree ("tenant_id","world_id","invitation_id","number");--> statement-breakpoint
CREATE INDEX "review_reminder_of_owner" ON "review_reminder" USING btree ("tenant_id","world_id","owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_reminder_of_campaign" ON "review_reminder" USING btree ("tenant_id","world_id","campaign_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_invitation_of_campaign" ON "review_invitation" USING btree ("tenant_id","world_id","campaign_id","state");--> statement-breakpoint
CREATE POLICY "review_campaign_world" ON "review_campaign" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_reminder_world" ON "review_reminder" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
INSERT INTO "review_campaign" ("id", "tenant_id", "world_id", "created_at", "created_by", "updated_at", "owner_id", "invited")
SELECT "campaign_id", "tenant_id", "world_id", min("created_at"), "owner_id", min("created_at"), "owner_id", count(*)
FROM "review_invitation" GROUP BY "campaign_id", "tenant_id", "world_id", "owner_id"
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "review_reminder" ("tenant_id", "world_id", "created_at", "created_by", "updated_at", "owner_id", "campaign_id", "invitation_id", "number", "letter", "is_automatic", "state")
SELECT "tenant_id", "world_id", "reminded_at", "owner_id", "reminded_at", "owner_id", "campaign_id", "id", 1, "letters", false,
  CASE WHEN "state" IN ('QUEUED', 'SENDING') THEN "state" ELSE 'SENT' END
FROM "review_invitation" WHERE "reminded_at" IS NOT NULL;--> statement-breakpoint
UPDATE "review_invitation" SET "reminders" = 1 WHERE "reminded_at" IS NOT NULL;
