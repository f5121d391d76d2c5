-- As in PostgreSQL 18 the fraction of the millisecond comes before the random bits, in 12 of them: ids of one statement sort as they were made.
do $$ begin
  if to_regprocedure('public.uuidv7()') is not null then
    create or replace function public.uuidv7() returns uuid language sql volatile parallel safe set search_path = pg_catalog as $f$
      select encode(substring(int8send(at / 1000) from 3) || int2send((28672 + at % 1000 * 4096 / 1000)::int2)
        || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as at) now
    $f$;
  end if;
end $$;
