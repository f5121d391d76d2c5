ALTER TABLE "content" ADD COLUMN "translation_of" uuid;--> statement-breakpoint
-- beside: no release has written this column
ALTER TABLE "content" ADD CONSTRAINT "content_translation_of" FOREIGN KEY ("tenant_id","translation_of") REFERENCES "public"."content"("tenant_id","id") ON DELETE SET NULL ("translation_of") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_translations" ON "content" USING btree ("tenant_id","translation_of");--> statement-breakpoint
-- beside: where nothing is a translation every row is alone
CREATE UNIQUE INDEX "content_once_in_language" ON "content" USING btree ("tenant_id",coalesce(translation_of, id),"language") WHERE deleted_at is null;--> statement-breakpoint
COMMENT ON COLUMN "content"."translation_of" IS 'found by';
