ALTER TYPE "public"."drive_action" ADD VALUE 'LAST_DAY' BEFORE 'ATTACHED';--> statement-breakpoint
ALTER TYPE "public"."drive_action" ADD VALUE 'EXPIRED' BEFORE 'ATTACHED';--> statement-breakpoint
ALTER TABLE "drive_activity" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "drive_share" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "drive_share" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "drive_share" ADD COLUMN "expired_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "drive_share_ending" ON "drive_share" USING btree ("tenant_id","ends_at") WHERE ends_at is not null and expired_at is null;--> statement-breakpoint
-- beside: the last release writes neither of the two columns
ALTER TABLE "drive_share" ADD CONSTRAINT "drive_share_last_day" CHECK ((last_day is null) = (ends_at is null));