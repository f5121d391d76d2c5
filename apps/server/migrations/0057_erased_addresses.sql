ALTER TABLE "review_refusal" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "review_invitation" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "review_refusal" ADD COLUMN "address_hash" text;--> statement-breakpoint
-- beside: no release has written this column
CREATE UNIQUE INDEX "review_refusal_of_hash" ON "review_refusal" USING btree ("tenant_id","owner_id","address_hash");--> statement-breakpoint
-- beside: the last release always writes the address, and not this column
ALTER TABLE "review_refusal" ADD CONSTRAINT "review_refusal_address" CHECK (num_nonnulls(address, address_hash) = 1);
