DROP INDEX "company_search";--> statement-breakpoint
DROP INDEX "company_in_countries";--> statement-breakpoint
DROP INDEX "import_search";--> statement-breakpoint
CREATE INDEX "company_search" ON "company" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "company_in_countries" ON "company" USING btree ("tenant_id","world_id","country","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "import_search" ON "import" USING gin ("world_id",search_text gin_trgm_ops);