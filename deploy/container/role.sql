-- The role of DATABASE_URL, made once. It must be a member of tradewind_app, which the app makes at its first start: both are made here.
\getenv password WEB_PASSWORD
select 'create role tradewind_app nologin' where not exists (select from pg_roles where rolname = 'tradewind_app') \gexec
select 'create role tradewind_web login' where not exists (select from pg_roles where rolname = 'tradewind_web') \gexec
alter role tradewind_web password :'password';
grant tradewind_app to tradewind_web;
