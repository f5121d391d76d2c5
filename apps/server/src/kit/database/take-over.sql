-- Runs before pending migrations where the database was laid for roles of other names: moves what those may do here over to its own.
-- roles.was and roles.are: what their names begin with. roles.signs_in: whom requests sign in as, where the settings name it.
do $$ declare
  was text := current_setting('roles.was'); are text := current_setting('roles.are'); signs_in text := current_setting('roles.signs_in');
  part text; old text; fresh text; found record;
begin
  for found in select p.polname, p.polrelid::regclass as on_table,
      (select string_agg(format('%I', case when starts_with(r.rolname, was || '_') then are || substr(r.rolname, length(was) + 1) else r.rolname end), ', ')
       from pg_roles r where r.oid = any(p.polroles)) as fresh_roles
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and exists (select from pg_roles r where r.oid = any(p.polroles)
      and r.rolname in (was || '_app', was || '_maintenance')) loop
    execute format('alter policy %I on %s to %s', found.polname, found.on_table, found.fresh_roles);
  end loop;
  foreach part in array array['app', 'maintenance', 'jobs', 'search'] loop
    old := was || '_' || part;
    fresh := are || '_' || part;
    continue when not exists (select from pg_roles where rolname = old);
    if part = 'app' and exists (select from pg_roles where rolname = signs_in) then
      if signs_in = old or pg_has_role(signs_in, old, 'usage') then execute format('grant %I to %I', fresh, signs_in); end if;
    end if;
    if exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = old::regrole and deptype = 'o'
      and dbid = (select oid from pg_database where datname = current_database())) then
      execute format('grant %I to %I', fresh, current_user);
      -- Schemas first: who is to own a table must be allowed to create some in its schema.
      for found in select nspname from pg_namespace where nspowner = old::regrole loop
        execute format('alter schema %I owner to %I', found.nspname, fresh);
      end loop;
      execute format('reassign owned by %I to %I', old, fresh);
    end if;
    for found in select distinct d.classid, d.objid from pg_shdepend d join pg_database b on b.datname = current_database()
      where d.refclassid = 'pg_authid'::regclass and d.refobjid = old::regrole and d.deptype = 'a'
        and (d.dbid = b.oid or (d.dbid = 0 and d.classid = 'pg_database'::regclass and d.objid = b.oid)) loop
      case found.classid
        when 'pg_class'::regclass then execute format('revoke all on %s from %I', found.objid::regclass, old);
        when 'pg_namespace'::regclass then execute format('revoke all on schema %s from %I', found.objid::regnamespace, old);
        when 'pg_proc'::regclass then execute format('revoke all on function %s from %I', found.objid::regprocedure, old);
        when 'pg_database'::regclass then execute format('revoke all on database %I from %I', current_database(), old);
        else null;
      end case;
    end loop;
    continue when signs_in = old;
    begin
      execute format('drop role %I', old);
    exception when dependent_objects_still_exist or insufficient_privilege or object_in_use then null; -- another database lives by it
    end;
  end loop;
end $$;
