ALTER TABLE "link_token" ADD COLUMN "last_fetched" timestamp (3) with time zone;
