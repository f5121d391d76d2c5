-- What lists are filtered and sorted by without an index of its own: the views that find show it beside the columns of indexes.
COMMENT ON COLUMN "content"."content_type" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "content"."article_types" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "content"."access" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "drive_item"."folder" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "drive_item"."name" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "review_invitation"."first_key" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "review_invitation"."last_key" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "review_invitation"."company_key" IS 'found by';--> statement-breakpoint
COMMENT ON COLUMN "review_invitation"."answered_at" IS 'found by';--> statement-breakpoint
-- A tenant has few of these: hiding a foreign row from every condition of a query costs nothing measurable.
COMMENT ON TABLE "audit_question" IS 'few';--> statement-breakpoint
COMMENT ON TABLE "review_question" IS 'few';--> statement-breakpoint
COMMENT ON TABLE "import" IS 'few';
