-- Runs after pending migrations, in their transaction. Idempotent; knows no feature: walls, grants, and the views that find.
do $$ declare t record; shown text; finder text := 'tradewind_search'; begin
  execute format('grant tradewind_maintenance, tradewind_jobs to %I', current_user);
  begin
    if not exists (select from pg_roles where rolname = finder) then create role tradewind_search nologin bypassrls; end if;
    execute format('grant tradewind_search to %I', current_user);
    grant usage, create on schema public to tradewind_search;
  exception when insufficient_privilege then finder := null; -- a server that grants no BYPASSRLS: the owner finds, and is not forced
  end;
  execute format('revoke temp, create on database %I from public', current_database());
  execute format('grant connect on database %I to tradewind_app', current_database());
  execute format('grant create on database %I to tradewind_jobs', current_database());
  revoke create on schema public from public;
  if /*sharded*/ false then -- a cluster: the tenant is a constant to its planner, and workers are reached by the role that asks
    create or replace function public.asked_tenant() returns uuid language sql immutable parallel safe as 'select pg_catalog.current_setting(''app.tenant_id'')::pg_catalog.uuid';
    alter role tradewind_maintenance login;
    grant select, update on tenant to tradewind_maintenance; -- asked for where a row of tenant_figure is kept; the wall of tenants stands
  end if;
  grant usage on schema public to tradewind_app, tradewind_maintenance;
  for t in select c.oid, c.relname, c.relrowsecurity as walled, case when obj_description(c.oid, 'pg_class') = 'few' then 'true' else 'false' end as few,
             exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as of_tenant,
             exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'world_id' and not a.attisdropped) as of_world,
             exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'deleted_at' and not a.attisdropped) as mortal,
             exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'updated_at' and not a.attisdropped) as changing,
             exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'search_text' and not a.attisdropped) as found
           from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    if not t.walled then raise exception 'table % has no row-level security', t.relname; end if;
    execute format('alter table %I %s row level security', t.relname, case when finder is null or /*sharded*/ false then 'no force' else 'force' end);
    execute format('grant select, insert on %I to tradewind_app', t.relname);
    if t.changing then execute format('grant update, delete on %I to tradewind_app', t.relname); end if;
    continue when not t.of_tenant;
    -- Maintenance works on one tenant at a time, in all of its worlds.
    execute format('grant select, insert, update, delete on %I to tradewind_maintenance', t.relname);
    if not exists (select from pg_policies where schemaname = 'public' and tablename = t.relname and policyname = t.relname || '_maintenance') then
      execute format($p$create policy %I on %I to tradewind_maintenance using (tenant_id = current_setting('app.tenant_id')::uuid)$p$, t.relname || '_maintenance', t.relname);
    end if;
    if t.of_world then
      execute format('create statistics if not exists %I (dependencies, mcv) on tenant_id, world_id from %I', t.relname || '_scope', t.relname);
    end if;
    continue when not (t.mortal and t.found);
    -- What rows are found by: the columns of indexes, their expressions and conditions, and those that a comment names. Nothing else is shown.
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into shown from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and (col_description(t.oid, a.attnum) = 'found by'
        or exists (select from pg_index i where i.indrelid = t.oid and (a.attnum = any(i.indkey) or exists (
          select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
            and d.refclassid = 'pg_class'::regclass and d.refobjid = t.oid and d.refobjsubid = a.attnum))));
    execute format($view$create or replace view %I with (security_barrier = %s) as select %s from %I where deleted_at is null and tenant_id = current_setting('app.tenant_id')::uuid$view$
      || case when t.of_world then $world$ and world_id = current_setting('app.world_id')::uuid$world$ else '' end, t.relname || '_live', t.few, shown, t.relname);
    execute format('grant select on %I to tradewind_app', t.relname || '_live');
    continue when finder is null;
    execute format('grant select on %I to %I', t.relname, finder);
    execute format('alter view %I owner to %I', t.relname || '_live', finder);
  end loop;
  if finder is not null then revoke create on schema public from tradewind_search; end if;
end $$;
