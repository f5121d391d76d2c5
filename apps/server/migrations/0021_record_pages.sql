CREATE INDEX "activity_of_summary" ON "activity" USING btree ("tenant_id","world_id","record_id","subject_id") WHERE kind = 'summary' and action in ('CREATED', 'SHARED');
