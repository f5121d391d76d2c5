ALTER TABLE "tenant_figure" ADD COLUMN "trash_records" integer;--> statement-breakpoint
ALTER TABLE "tenant_figure" ADD COLUMN "trash_storage" bigint;--> statement-breakpoint
-- What the operator looks at. It is the owner's: the roles of requests and jobs have no right to the schema.
CREATE SCHEMA "operation";--> statement-breakpoint
CREATE TABLE "operation"."node" (
  "id" uuid PRIMARY KEY,
  "name" text NOT NULL,
  "role" text NOT NULL,
  "version" text NOT NULL,
  "started_at" timestamp (3) with time zone NOT NULL,
  "seen_at" timestamp (3) with time zone NOT NULL,
  "figures" jsonb NOT NULL,
  "slowest" jsonb NOT NULL
);--> statement-breakpoint
CREATE TABLE "operation"."backup" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "backup" text NOT NULL UNIQUE,
  "taken_at" timestamp (3) with time zone NOT NULL,
  "ended_at" timestamp (3) with time zone NOT NULL DEFAULT now(),
  "place" text NOT NULL,
  "rows" bigint NOT NULL,
  "files" bigint NOT NULL,
  "missing" bigint NOT NULL,
  "verified_at" timestamp (3) with time zone
);
