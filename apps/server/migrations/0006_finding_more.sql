DROP INDEX "project_company_of_company";--> statement-breakpoint
CREATE INDEX "meeting_report_counted" ON "meeting_report" USING btree ("tenant_id","world_id","created_at","created_by","company_id","country") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_by_country" ON "project_company" USING btree ("tenant_id","world_id","country_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_by_priority" ON "project_company" USING btree ("tenant_id","world_id","priority","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_by_last_contact" ON "project_company" USING btree ("tenant_id","world_id","last_contact","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_by_next_contact" ON "project_company" USING btree ("tenant_id","world_id","next_contact","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "audit_of_kind" ON "audit" USING btree ("tenant_id","world_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit" USING btree ("tenant_id","world_id","action","created_at","id");--> statement-breakpoint
CREATE INDEX "project_company_of_company" ON "project_company" USING btree ("tenant_id","world_id","company_id","project_id");