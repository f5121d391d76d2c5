ALTER TABLE "import" ADD COLUMN "partial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import" ADD COLUMN "faulty" integer;--> statement-breakpoint
ALTER TABLE "import" ADD COLUMN "faulty_rows" "bytea";