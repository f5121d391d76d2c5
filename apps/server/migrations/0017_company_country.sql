ALTER TABLE "user_account" ADD COLUMN "user_company_country" text;--> statement-breakpoint
-- The public list of companies is filtered by it.
COMMENT ON COLUMN "user_account"."user_company_country" IS 'found by';
