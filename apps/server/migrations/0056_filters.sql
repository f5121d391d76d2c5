CREATE INDEX "contact_of_language" ON "contact" USING btree ("tenant_id","world_id","language") WHERE deleted_at is null and language is not null;--> statement-breakpoint
CREATE INDEX "project_by_end_date" ON "project" USING btree ("tenant_id","world_id","end_date","id") WHERE deleted_at is null;--> statement-breakpoint
-- Whether they are empty is looked up in the live views: an index of either side would make each write dearer.
COMMENT ON COLUMN "company"."address" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "company"."tax_ref_number" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "lead"."title" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "lead"."comments" IS 'found by';
