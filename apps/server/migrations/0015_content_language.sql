ALTER TABLE "content" ADD COLUMN "language" "language" DEFAULT 'en' NOT NULL;--> statement-breakpoint
-- The owner changes rows of every tenant: the walls are laid again when all has run.
ALTER TABLE "content" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenant_setting" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "content" c SET "language" = (s."value" #>> '{}')::"language"
FROM "tenant_setting" s WHERE s."tenant_id" = c."tenant_id" AND s."key" = 'DEFAULT_LANGUAGE';
