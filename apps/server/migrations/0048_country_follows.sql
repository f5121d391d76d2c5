-- beside: the last release carries the country of a company on by itself, in the transaction at whose end this is looked at
ALTER TABLE "contact" DROP CONSTRAINT "contact_company", ADD CONSTRAINT "contact_company" FOREIGN KEY ("tenant_id","world_id","company_id","country") REFERENCES "public"."company"("tenant_id","world_id","id","country") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
-- beside: the last release carries the country of a company on by itself, in the transaction at whose end this is looked at
ALTER TABLE "meeting_report" DROP CONSTRAINT "meeting_report_company", ADD CONSTRAINT "meeting_report_company" FOREIGN KEY ("tenant_id","world_id","company_id","country") REFERENCES "public"."company"("tenant_id","world_id","id","country") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
-- beside: the last release carries the country of a company on by itself, in the transaction at whose end this is looked at
ALTER TABLE "project_company" DROP CONSTRAINT "project_company_company", ADD CONSTRAINT "project_company_company" FOREIGN KEY ("tenant_id","world_id","company_id","country") REFERENCES "public"."company"("tenant_id","world_id","id","country") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
-- beside: no release has written this column, and what it points at is in the trash for 30 days before it goes
ALTER TABLE "content" DROP CONSTRAINT "content_translation_of", ADD CONSTRAINT "content_translation_of" FOREIGN KEY ("tenant_id","translation_of") REFERENCES "public"."content"("tenant_id","id");
