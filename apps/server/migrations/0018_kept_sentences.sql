ALTER TABLE "bulk_upload" ADD COLUMN "said" jsonb;--> statement-breakpoint
ALTER TABLE "import" ADD COLUMN "said" jsonb;