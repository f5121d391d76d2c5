CREATE TABLE "event_invitation" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"tenant_id" uuid DEFAULT current_setting('app.tenant_id')::uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"world_id" uuid DEFAULT current_setting('app.world_id')::uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"contact_id" uuid,
	"user_id" uuid,
	"name" text NOT NULL,
	"email_address" text NOT NULL,
	"address_key" text NOT NULL,
	"language" "language",
	"wanted" text NOT NULL,
	"told" text,
	"sequence" integer NOT NULL,
	"letters" integer DEFAULT 1 NOT NULL,
	"ordered" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"problem" text,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_for" timestamp (3) with time zone,
	CONSTRAINT "event_invitation_pk" PRIMARY KEY("tenant_id","world_id","id")
);
--> statement-breakpoint
ALTER TABLE "event_invitation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "event_invitation" ADD CONSTRAINT "event_invitation_event" FOREIGN KEY ("tenant_id","world_id","event_id") REFERENCES "public"."event"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitation" ADD CONSTRAINT "event_invitation_contact" FOREIGN KEY ("tenant_id","world_id","contact_id") REFERENCES "public"."contact"("tenant_id","world_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitation" ADD CONSTRAINT "event_invitation_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."user_account"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_invitation_search" ON "event_invitation" USING gin ("world_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "event_invitation_by_creator" ON "event_invitation" USING btree ("tenant_id","world_id","created_by","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "event_invitation_newest" ON "event_invitation" USING btree ("tenant_id","world_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "event_invitation_deleted" ON "event_invitation" USING btree ("tenant_id","world_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitation_once" ON "event_invitation" USING btree ("tenant_id","world_id","event_id","address_key");--> statement-breakpoint
CREATE INDEX "event_invitation_of_contact" ON "event_invitation" USING btree ("tenant_id","world_id","contact_id");--> statement-breakpoint
CREATE INDEX "event_invitation_of_user" ON "event_invitation" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "event_invitation_due" ON "event_invitation" USING btree ("tenant_id","world_id") WHERE letters > ordered;--> statement-breakpoint
CREATE POLICY "event_invitation_world" ON "event_invitation" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (tenant_id = current_setting('app.tenant_id')::uuid and world_id = current_setting('app.world_id')::uuid);
