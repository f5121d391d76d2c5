ALTER TABLE "review_answer" ADD COLUMN "country" text;--> statement-breakpoint
CREATE INDEX "review_answer_counted" ON "review_answer" USING btree ("tenant_id","world_id","owner_id","day","id") WHERE deleted_at is null and superseded_by is null;--> statement-breakpoint
CREATE INDEX "review_setting_of_type" ON "review_setting" USING btree ("tenant_id","review_type","owner_id");--> statement-breakpoint
UPDATE "review_answer" SET "country" = "contact"."country" FROM "review_invitation", "contact"
WHERE "review_invitation"."tenant_id" = "review_answer"."tenant_id" AND "review_invitation"."world_id" = "review_answer"."world_id" AND "review_invitation"."id" = "review_answer"."id"
  AND "contact"."tenant_id" = "review_invitation"."tenant_id" AND "contact"."world_id" = "review_invitation"."world_id" AND "contact"."id" = "review_invitation"."contact_id";
