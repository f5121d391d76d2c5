DROP INDEX "contact_by_email";--> statement-breakpoint
DROP INDEX "company_by_creator";--> statement-breakpoint
DROP INDEX "contact_by_creator";--> statement-breakpoint
DROP INDEX "contact_by_role";--> statement-breakpoint
DROP INDEX "contact_in_countries";--> statement-breakpoint
DROP INDEX "event_invitation_by_creator";--> statement-breakpoint
DROP INDEX "event_by_creator";--> statement-breakpoint
DROP INDEX "file_import_memory_by_creator";--> statement-breakpoint
DROP INDEX "file_import_part_by_creator";--> statement-breakpoint
DROP INDEX "file_import_by_creator";--> statement-breakpoint
DROP INDEX "meeting_report_by_creator";--> statement-breakpoint
DROP INDEX "record_merge_by_creator";--> statement-breakpoint
DROP INDEX "next_step_by_creator";--> statement-breakpoint
DROP INDEX "project_company_by_creator";--> statement-breakpoint
DROP INDEX "project_by_creator";--> statement-breakpoint
DROP INDEX "summary_by_creator";--> statement-breakpoint
DROP INDEX "attachment_by_creator";--> statement-breakpoint
DROP INDEX "bulk_batch_by_creator";--> statement-breakpoint
DROP INDEX "bulk_operation_by_creator";--> statement-breakpoint
DROP INDEX "saved_view_by_creator";--> statement-breakpoint
DROP INDEX "assessment_by_creator";--> statement-breakpoint
DROP INDEX "lead_by_creator";--> statement-breakpoint
DROP INDEX "review_answer_by_creator";--> statement-breakpoint
DROP INDEX "review_campaign_by_creator";--> statement-breakpoint
DROP INDEX "review_invitation_by_creator";--> statement-breakpoint
DROP INDEX "review_reminder_by_creator";--> statement-breakpoint
DROP INDEX "review_own_question_by_creator";--> statement-breakpoint
DROP INDEX "review_trigger_ask_by_creator";--> statement-breakpoint
DROP INDEX "review_trigger_by_creator";--> statement-breakpoint
DROP INDEX "import_by_creator";--> statement-breakpoint
CREATE INDEX "summary_own" ON "summary" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "company_by_creator" ON "company" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_by_creator" ON "contact" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_by_role" ON "contact" USING btree ("tenant_id","world_id","contact_role") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contact_in_countries" ON "contact" USING btree ("tenant_id","world_id","country") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "event_invitation_by_creator" ON "event_invitation" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "event_by_creator" ON "event" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_memory_by_creator" ON "file_import_memory" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_part_by_creator" ON "file_import_part" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_import_by_creator" ON "file_import" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "meeting_report_by_creator" ON "meeting_report" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "record_merge_by_creator" ON "record_merge" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "next_step_by_creator" ON "next_step" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_company_by_creator" ON "project_company" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "project_by_creator" ON "project" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "summary_by_creator" ON "summary" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "attachment_by_creator" ON "attachment" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bulk_batch_by_creator" ON "bulk_batch" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bulk_operation_by_creator" ON "bulk_operation" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "saved_view_by_creator" ON "saved_view" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_by_creator" ON "assessment" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_by_creator" ON "lead" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_answer_by_creator" ON "review_answer" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_campaign_by_creator" ON "review_campaign" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_invitation_by_creator" ON "review_invitation" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_reminder_by_creator" ON "review_reminder" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_own_question_by_creator" ON "review_own_question" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_trigger_ask_by_creator" ON "review_trigger_ask" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_trigger_by_creator" ON "review_trigger" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "import_by_creator" ON "import" USING btree ("tenant_id","world_id","created_by") WHERE deleted_at is null;