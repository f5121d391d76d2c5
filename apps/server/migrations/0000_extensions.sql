create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- PostgreSQL 18 has it. Before that: 48 bits of milliseconds, the version, and random bits.
do $$ begin
  if not exists (select from pg_proc where proname = 'uuidv7') then
    create function public.uuidv7() returns uuid language sql volatile parallel safe set search_path = pg_catalog as $f$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
    $f$;
  end if;
end $$;
