CREATE TABLE "review_link_ask" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"link_id" uuid NOT NULL,
	"address" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"language" "language" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "review_link_ask_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_link_ask" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_link" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "review_link_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_link" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_answer" ADD COLUMN "via_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_invitation" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "testimonial" ADD COLUMN "via_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_link_ask" ADD CONSTRAINT "review_link_ask_link" FOREIGN KEY ("tenant_id","link_id") REFERENCES "public"."review_link"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_link" ADD CONSTRAINT "review_link_owner" FOREIGN KEY ("tenant_id","owner_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_link_ask_of_link" ON "review_link_ask" USING btree ("tenant_id","link_id");--> statement-breakpoint
CREATE INDEX "review_link_ask_ending" ON "review_link_ask" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_link_code" ON "review_link" USING btree ("tenant_id","code");--> statement-breakpoint
CREATE INDEX "review_link_of_owner" ON "review_link" USING btree ("tenant_id","owner_id","created_at","id");--> statement-breakpoint
CREATE POLICY "review_link_ask_tenant" ON "review_link_ask" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);--> statement-breakpoint
CREATE POLICY "review_link_tenant" ON "review_link" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid);