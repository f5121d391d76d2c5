ALTER TABLE "project_company" ADD COLUMN "is_next_contact_given" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "project_company" ADD COLUMN "report_ahead" date;--> statement-breakpoint
CREATE INDEX "project_company_ahead" ON "project_company" USING btree ("tenant_id","report_ahead") WHERE report_ahead is not null;--> statement-breakpoint
-- The owner reads and mends the rows of all tenants; the walls are forced on it again at the end of every run.
ALTER TABLE "project_company" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "meeting_report" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenant_setting" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- So far a next contact was set by hand alone.
UPDATE "project_company" SET "is_next_contact_given" = true WHERE "next_contact" IS NOT NULL;--> statement-breakpoint
-- A last contact that follows the reports is not that of a report ahead.
WITH "today" AS (
  SELECT "tenant"."id" AS "tenant_id", (now() AT TIME ZONE coalesce(nullif("tenant_setting"."value" #>> '{}', ''), 'UTC'))::date AS "day"
  FROM "tenant" LEFT JOIN "tenant_setting" ON "tenant_setting"."tenant_id" = "tenant"."id" AND "tenant_setting"."key" = 'TIME_ZONE'
), "days" AS (
  SELECT "report"."tenant_id", "report"."world_id", "report"."company_id",
    max("report"."date") FILTER (WHERE "report"."date" <= "today"."day") AS "last",
    min("report"."date") FILTER (WHERE "report"."date" > "today"."day") AS "ahead"
  FROM "meeting_report" "report" JOIN "today" ON "today"."tenant_id" = "report"."tenant_id"
  WHERE "report"."deleted_at" IS NULL GROUP BY 1, 2, 3
)
UPDATE "project_company" "place" SET
  "last_contact" = CASE WHEN "place"."is_last_contact_given" THEN "place"."last_contact" ELSE "days"."last" END,
  "next_contact" = CASE WHEN "place"."is_next_contact_given" THEN "place"."next_contact" ELSE "days"."ahead" END,
  "report_ahead" = "days"."ahead"
FROM "days" WHERE "days"."tenant_id" = "place"."tenant_id" AND "days"."world_id" = "place"."world_id" AND "days"."company_id" = "place"."company_id";
