ALTER TABLE "contact" ADD COLUMN "bounced_email" text;--> statement-breakpoint
ALTER TABLE "review_invitation" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "review_refusal" ADD COLUMN "reported_at" timestamp (3) with time zone;