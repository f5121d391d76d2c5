ALTER TABLE "review_answer" ADD COLUMN "superseded_by" uuid;--> statement-breakpoint
ALTER TABLE "testimonial" ADD COLUMN "is_earlier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trust_score" ADD COLUMN "earlier" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "review_answer" ADD CONSTRAINT "review_answer_superseded" FOREIGN KEY ("tenant_id","world_id","superseded_by") REFERENCES "public"."review_answer"("tenant_id","world_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_answer_superseded_by" ON "review_answer" USING btree ("tenant_id","world_id","superseded_by") WHERE superseded_by is not null;--> statement-breakpoint
CREATE INDEX "review_invitation_answered" ON "review_invitation" USING btree ("tenant_id","world_id","owner_id",lower(email_address)) WHERE state = 'ANSWERED';--> statement-breakpoint
-- The owner changes rows of every tenant: the walls are laid again when all has run.
ALTER TABLE "review_answer" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_invitation" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "testimonial" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "trust_score" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_day" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Repair: of several answers of one customer the newest counts.
DO $$
DECLARE "answer" record;
BEGIN
	FOR "answer" IN
		SELECT * FROM (
			SELECT a."tenant_id", a."world_id", a."id", a."owner_id", a."created_at", i."contact_id", lower(i."email_address") AS "address",
				count(*) OVER (PARTITION BY a."tenant_id", a."world_id", a."owner_id", i."contact_id") AS "of_contact",
				count(*) OVER (PARTITION BY a."tenant_id", a."world_id", a."owner_id", lower(i."email_address")) AS "of_address"
			FROM "review_answer" a JOIN "review_invitation" i USING ("tenant_id", "world_id", "id") WHERE a."deleted_at" IS NULL
		) "given"
		WHERE "of_contact" > 1 OR ("of_address" > 1 AND "address" <> '') ORDER BY "created_at", "id"
	LOOP
		WITH RECURSIVE "chain" AS (
			SELECT a."id", a."superseded_by" FROM "review_answer" a JOIN "review_invitation" i USING ("tenant_id", "world_id", "id")
			WHERE (a."tenant_id", a."world_id", a."owner_id") = ("answer"."tenant_id", "answer"."world_id", "answer"."owner_id")
				AND a."deleted_at" IS NULL AND (a."created_at", a."id") < ("answer"."created_at", "answer"."id")
				AND (i."contact_id" = "answer"."contact_id" OR ("answer"."address" <> '' AND lower(i."email_address") = "answer"."address"))
			UNION
			SELECT n."id", n."superseded_by" FROM "chain" JOIN "review_answer" n
			ON (n."tenant_id", n."world_id", n."id") = ("answer"."tenant_id", "answer"."world_id", "chain"."superseded_by")
		)
		UPDATE "review_answer" a SET "superseded_by" = "answer"."id" FROM "chain"
		WHERE (a."tenant_id", a."world_id", a."id") = ("answer"."tenant_id", "answer"."world_id", "chain"."id") AND "chain"."superseded_by" IS NULL;
	END LOOP;
END $$;--> statement-breakpoint
UPDATE "testimonial" t SET "is_earlier" = true
FROM "review_answer" a WHERE (a."tenant_id", a."id") = (t."tenant_id", t."id") AND a."superseded_by" IS NOT NULL;--> statement-breakpoint
WITH "sums" AS (
	SELECT "tenant_id", "owner_id", count(*) FILTER (WHERE "superseded_by" IS NOT NULL) AS "earlier",
		count(*) FILTER (WHERE "superseded_by" IS NULL) AS "answers", sum("score") FILTER (WHERE "superseded_by" IS NULL) AS "score_sum"
	FROM "review_answer" WHERE "deleted_at" IS NULL GROUP BY 1, 2
), "questions" AS (
	SELECT a."tenant_id", a."owner_id", r."key", count(*) AS "answers", sum(r."value"::int) AS "half_steps"
	FROM "review_answer" a, jsonb_each_text(a."ratings") r
	WHERE a."deleted_at" IS NULL AND a."superseded_by" IS NULL GROUP BY 1, 2, 3
), "breakdowns" AS (
	SELECT "tenant_id", "owner_id", jsonb_object_agg("key", jsonb_build_array("answers", "half_steps")) AS "breakdown" FROM "questions" GROUP BY 1, 2
)
UPDATE "trust_score" t
SET "earlier" = s."earlier", "answers" = s."answers", "score_sum" = s."score_sum", "breakdown" = b."breakdown", "updated_at" = now()
FROM "sums" s JOIN "breakdowns" b USING ("tenant_id", "owner_id")
WHERE (t."tenant_id", t."owner_id") = (s."tenant_id", s."owner_id") AND s."earlier" > 0;--> statement-breakpoint
DELETE FROM "review_day" d USING "trust_score" t
WHERE (t."tenant_id", t."owner_id") = (d."tenant_id", d."owner_id") AND t."earlier" > 0;--> statement-breakpoint
WITH "given" AS (
	SELECT a.* FROM "review_answer" a JOIN "trust_score" t USING ("tenant_id", "owner_id") WHERE t."earlier" > 0 AND a."deleted_at" IS NULL
), "entry" AS (
	SELECT "tenant_id", "owner_id", "day", "ratings", "score", 1 AS "sign" FROM "given"
	UNION ALL
	SELECT g."tenant_id", g."owner_id", greatest(g."day", n."day"), g."ratings", g."score", -1
	FROM "given" g JOIN "review_answer" n ON (n."tenant_id", n."world_id", n."id") = (g."tenant_id", g."world_id", g."superseded_by")
), "question" AS (
	SELECT e."tenant_id", e."owner_id", e."day", r."key", sum(e."sign") AS "answers", sum(e."sign" * r."value"::int) AS "half_steps"
	FROM "entry" e, jsonb_each_text(e."ratings") r GROUP BY 1, 2, 3, 4
), "breakdown" AS (
	SELECT "tenant_id", "owner_id", "day", jsonb_object_agg("key", jsonb_build_array("answers", "half_steps")) AS "breakdown"
	FROM "question" WHERE "answers" <> 0 OR "half_steps" <> 0 GROUP BY 1, 2, 3
), "day" AS (
	SELECT "tenant_id", "owner_id", "day", sum("sign") AS "answers", sum("sign" * "score") AS "score_sum" FROM "entry" GROUP BY 1, 2, 3
)
INSERT INTO "review_day" ("tenant_id", "owner_id", "day", "answers", "score_sum", "breakdown")
SELECT d."tenant_id", d."owner_id", d."day", d."answers", d."score_sum", coalesce(b."breakdown", '{}')
FROM "day" d LEFT JOIN "breakdown" b USING ("tenant_id", "owner_id", "day")
WHERE d."answers" <> 0 OR d."score_sum" <> 0 OR b."breakdown" IS NOT NULL;
