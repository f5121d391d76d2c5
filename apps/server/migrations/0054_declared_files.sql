-- The owner changes the rows of all tenants; row-level security is forced on it again at the end of every run.
ALTER TABLE "drive_batch" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "drive_upload" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "drive_batch" ADD COLUMN "files" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "drive_batch" SET "files" = "declared"."files"
FROM (SELECT "tenant_id", "batch_id", count(*)::integer AS "files" FROM "drive_upload" GROUP BY "tenant_id", "batch_id") "declared"
WHERE "drive_batch"."tenant_id" = "declared"."tenant_id" AND "drive_batch"."id" = "declared"."batch_id";
