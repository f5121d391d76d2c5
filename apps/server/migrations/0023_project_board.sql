CREATE INDEX "project_company_priority_column" ON "project_company" USING btree ("tenant_id","world_id","project_id","priority","next_contact","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_potential_column" ON "project_company" USING btree ("tenant_id","world_id","project_id","potential","next_contact","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_interest_column" ON "project_company" USING btree ("tenant_id","world_id","project_id","interest","next_contact","id") WHERE deleted_at is null;
