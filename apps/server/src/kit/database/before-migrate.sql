-- Runs before pending migrations, in their transaction. Roles are written as of a database named tradewind. The roles that policies name must exist, and the views hold on to the columns.
do $$ declare name text; begin
  foreach name in array array['tradewind_app', 'tradewind_maintenance', 'tradewind_jobs'] loop
    if not exists (select from pg_roles where rolname = name) then execute format('create role %I nologin', name); end if;
  end loop;
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' and relname like '%\_live' loop
    execute format('drop view %I', name);
  end loop;
end $$;
