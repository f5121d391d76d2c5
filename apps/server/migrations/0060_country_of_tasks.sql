-- Existing rows get their country afterwards (crm/countries.ts): the migration would keep both tables locked meanwhile.
ALTER TABLE "next_step" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "next_step" ADD COLUMN "country_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "summary" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "next_step_in_countries" ON "next_step" USING btree ("tenant_id","world_id","country") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "next_step_by_country" ON "next_step" USING btree ("tenant_id","world_id","country_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "summary_in_countries" ON "summary" USING btree ("tenant_id","world_id","country") WHERE deleted_at is null;
