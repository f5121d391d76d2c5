CREATE TABLE "different_company" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	CONSTRAINT "different_company_pk" PRIMARY KEY("tenant_id","world_id","one_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "different_company" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "different_contact" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	CONSTRAINT "different_contact_pk" PRIMARY KEY("tenant_id","world_id","one_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "different_contact" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "merged_timeline" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"into_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	CONSTRAINT "merged_timeline_pk" PRIMARY KEY("tenant_id","world_id","into_id","from_id")
);
--> statement-breakpoint
ALTER TABLE "merged_timeline" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "record_merge" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"kind" text NOT NULL,
	"into_id" uuid NOT NULL,
	"from_ids" uuid[] NOT NULL,
	"names" text[] NOT NULL,
	"by_name" text NOT NULL,
	"filled" jsonb NOT NULL,
	"moved" jsonb NOT NULL,
	"places" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "record_merge_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "record_merge" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "name_match" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "domain_match" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "tax_match" text;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "email_match" text;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "person_match" text;--> statement-breakpoint
ALTER TABLE "different_company" ADD CONSTRAINT "different_company_one" FOREIGN KEY ("tenant_id","world_id","one_id") REFERENCES "public"."company"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "different_company" ADD CONSTRAINT "different_company_other" FOREIGN KEY ("tenant_id","world_id","other_id") REFERENCES "public"."company"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "different_contact" ADD CONSTRAINT "different_contact_one" FOREIGN KEY ("tenant_id","world_id","one_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "different_contact" ADD CONSTRAINT "different_contact_other" FOREIGN KEY ("tenant_id","world_id","other_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "different_company_of_other" ON "different_company" USING btree ("tenant_id","world_id","other_id");--> statement-breakpoint
CREATE INDEX "different_contact_of_other" ON "different_contact" USING btree ("tenant_id","world_id","other_id");--> statement-breakpoint
CREATE INDEX "merged_timeline_from" ON "merged_timeline" USING btree ("tenant_id","world_id","from_id");--> statement-breakpoint
CREATE INDEX "record_merge_search" ON "record_merge" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "record_merge_by_creator" ON "record_merge" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "record_merge_newest" ON "record_merge" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "record_merge_deleted" ON "record_merge" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "record_merge_into" ON "record_merge" USING btree ("tenant_id","world_id","into_id","created_at");--> statement-breakpoint
CREATE INDEX "record_merge_from" ON "record_merge" USING gin ("from_ids");--> statement-breakpoint
-- The owner reads and mends the rows of all tenants; the walls are forced on it again at the end of every run.
ALTER TABLE "company" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The keys of records that are there, by the rules of matchKeys.ts: "name_key" and its like were folded there.
UPDATE "company" SET
  "name_match" = nullif(replace(regexp_replace(btrim(regexp_replace(regexp_replace("name_key", '[.''`´’]', '', 'g'), '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+', ' ', 'g'), ' '), '( (gmbh|g m b h|gesmbh|ges m b h|mbh|ag|kg|kgaa|ohg|gbr|ug|haftungsbeschrankt|se|eg|e g|ev|e v|ek|e k|e u|eu|ltd|limited|plc|llc|l l c|llp|lp|inc|incorporated|corp|corporation|company|co|cie|pty|pte|pvt|private|public|srl|s r l|srls|spa|s p a|sas|s a s|sarl|s a r l|sa|s a|sasu|snc|scs|sca|eurl|scarl|sapa|sl|s l|slu|sau|sll|lda|ltda|unipessoal|bv|b v|nv|n v|bvba|vof|cv|ab|as|a s|asa|aps|is|ivs|oy|oyj|hf|ehf|ou|sp z o o|sp zoo|spzoo|sp k|sp j|sro|s r o|spol|doo|d o o|dd|kft|zrt|nyrt|bt|ad|eood|ood|uab|sia|ooo|oao|zao|pao|jsc|pjsc|ojsc|kk|sdn|bhd|tbk|fze|fzco|llc fz|and|und|et))+$', ''), ' ', ''), ''),
  "domain_match" = (SELECT "host" FROM (SELECT left(regexp_replace(lower(regexp_replace(regexp_replace("website", '[\n\r\u2028\u2029]', '', 'g'), '^([A-Za-z][A-Za-z0-9+.-]*://)?([^/?#@]*@)?([^/?#:@\\ ]*).*$', '\3') COLLATE "C"), '^www[0-9]?\.|\.$', '', 'g'), 200) AS "host") "of"
    WHERE "host" LIKE '%.%' AND ("host" !~ '^(.*\.)?(facebook\.com|fb\.com|instagram\.com|linkedin\.com|xing\.com|twitter\.com|x\.com|youtube\.com|tiktok\.com|pinterest\.com|vk\.com|t\.me|wa\.me|linktr\.ee|google\.com|goo\.gl|bit\.ly|business\.site|medium\.com|github\.com|notion\.site|about\.me|yelp\.com|tripadvisor\.com|amazon\.com|amazon\.de|amazon\.it|amazon\.fr|amazon\.es|amazon\.co\.uk|ebay\.com|ebay\.de|etsy\.com|alibaba\.com|aliexpress\.com|made-in-china\.com|indiamart\.com|europages\.com|wlw\.de|wix\.com|wordpress\.com|blogspot\.com|jimdo\.com|weebly\.com|webnode\.com|squarespace\.com)$'
      OR "host" ~ '^[^.]+\.(wordpress|blogspot|jimdo|weebly|webnode|squarespace)\.com$')),
  "tax_match" = (SELECT "sign" FROM (SELECT left(upper(regexp_replace("tax_ref_number", '[^A-Za-z0-9]', '', 'g') COLLATE "C"), 200) AS "sign") "of"
    WHERE "sign" ~ '[1-9]' AND "sign" ~ '[0-9].*[0-9].*[0-9].*[0-9]');--> statement-breakpoint
UPDATE "contact" SET
  "email_match" = nullif(lower("email" COLLATE "C"), ''),
  "person_match" = nullif(replace(btrim(regexp_replace(regexp_replace("first_key", '[.''`´’]', '', 'g'), '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+', ' ', 'g'), ' '), ' ', ''), '') || ' ' || nullif(replace(btrim(regexp_replace(regexp_replace("last_key", '[.''`´’]', '', 'g'), '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+', ' ', 'g'), ' '), ' ', ''), '') || ' ' || nullif(replace(regexp_replace(btrim(regexp_replace(regexp_replace("company_key", '[.''`´’]', '', 'g'), '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+', ' ', 'g'), ' '), '( (gmbh|g m b h|gesmbh|ges m b h|mbh|ag|kg|kgaa|ohg|gbr|ug|haftungsbeschrankt|se|eg|e g|ev|e v|ek|e k|e u|eu|ltd|limited|plc|llc|l l c|llp|lp|inc|incorporated|corp|corporation|company|co|cie|pty|pte|pvt|private|public|srl|s r l|srls|spa|s p a|sas|s a s|sarl|s a r l|sa|s a|sasu|snc|scs|sca|eurl|scarl|sapa|sl|s l|slu|sau|sll|lda|ltda|unipessoal|bv|b v|nv|n v|bvba|vof|cv|ab|as|a s|asa|aps|is|ivs|oy|oyj|hf|ehf|ou|sp z o o|sp zoo|spzoo|sp k|sp j|sro|s r o|spol|doo|d o o|dd|kft|zrt|nyrt|bt|ad|eood|ood|uab|sia|ooo|oao|zao|pao|jsc|pjsc|ojsc|kk|sdn|bhd|tbk|fze|fzco|llc fz|and|und|et))+$', ''), ' ', ''), '');--> statement-breakpoint
CREATE INDEX "company_same_name" ON "company" USING btree ("tenant_id","world_id","name_match","id") WHERE deleted_at is null and name_match is not null;--> statement-breakpoint
CREATE INDEX "company_same_domain" ON "company" USING btree ("tenant_id","world_id","domain_match","id") WHERE deleted_at is null and domain_match is not null;--> statement-breakpoint
CREATE INDEX "company_same_tax" ON "company" USING btree ("tenant_id","world_id","tax_match","id") WHERE deleted_at is null and tax_match is not null;--> statement-breakpoint
CREATE INDEX "contact_same_email" ON "contact" USING btree ("tenant_id","world_id","email_match","id") WHERE deleted_at is null and email_match is not null;--> statement-breakpoint
CREATE INDEX "contact_same_person" ON "contact" USING btree ("tenant_id","world_id","person_match","id") WHERE deleted_at is null and person_match is not null;--> statement-breakpoint
CREATE POLICY "different_company_world" ON "different_company" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "different_contact_world" ON "different_contact" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "merged_timeline_world" ON "merged_timeline" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
CREATE POLICY "record_merge_world" ON "record_merge" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);
