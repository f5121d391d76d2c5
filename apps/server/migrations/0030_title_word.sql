CREATE TABLE "title_word" (
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"word" text collate "C" NOT NULL,
	CONSTRAINT "title_word_pk" PRIMARY KEY("tenant_id","world_id","word")
);
--> statement-breakpoint
ALTER TABLE "title_word" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "title_word_world" ON "title_word" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);--> statement-breakpoint
-- The words of the titles that are there. The owner reads the rows of all tenants; the walls are forced on it again at the end of every run.
ALTER TABLE "company" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "event" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "next_step" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "title_word" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "title_word" ("tenant_id", "world_id", "word")
SELECT DISTINCT tenant_id, world_id, word COLLATE "C" FROM (SELECT tenant_id, world_id, split_part(search_text, E'\n', 1) AS title FROM company WHERE deleted_at IS NULL
  UNION ALL SELECT tenant_id, world_id, split_part(search_text, E'\n', 4) AS title FROM contact WHERE deleted_at IS NULL
  UNION ALL SELECT tenant_id, world_id, split_part(search_text, E'\n', 1) AS title FROM project WHERE deleted_at IS NULL
  UNION ALL SELECT tenant_id, world_id, split_part(search_text, E'\n', 1) AS title FROM event WHERE deleted_at IS NULL
  UNION ALL SELECT tenant_id, world_id, split_part(search_text, E'\n', 1) AS title FROM next_step WHERE deleted_at IS NULL) AS titled,
  regexp_split_to_table(title, '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+') AS word
WHERE length(word) BETWEEN 4 AND 40 AND word !~ '[0-9]';
