-- What all other tables need: the clock, the application's role, and two tables of the whole installation.

do $$
begin
	-- cast_votes returns the row as it was before an update.
	if current_setting('server_version_num')::integer < 180000 then
		raise exception 'Lightstick needs PostgreSQL 18 or later';
	end if;
end
$$;

-- Defaults of tables call it, so it stands here and not in db/functions.
create function lightstick_now() returns timestamptz language sql volatile parallel safe
	return clock_timestamp();
comment on function lightstick_now is 'Every SQL statement reads the time here. Tests replace it in their template database to turn the clock by hand; a test and /readyz compare it with this definition.';

-- The application's role. It can change only what it is granted; that makes the books append-only for it.
-- Roles belong to the whole server: a migration of another database may create it at the same moment.
do $$
begin
	if not exists (select from pg_roles where rolname = 'lightstick_app') then
		create role lightstick_app nologin;
	end if;
exception
	when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
	if not pg_has_role(current_user, 'lightstick_app', 'member') then
		execute format('grant lightstick_app to %I', current_user);
	end if;
end
$$;

grant usage on schema public to lightstick_app;
-- /readyz compares the applied migrations with those of its version.
grant select on migration to lightstick_app;

create table installation (
	only_row boolean primary key default true check (only_row),
	public_url text not null,
	mark text,
	demo boolean not null default false
);
comment on table installation is 'The site that this database belongs to, from its first start on. A second site on the same database is refused: see server/db/installation.ts. Only the owner of the tables writes it.';
comment on column installation.public_url is 'Origin under which fans reach the site.';
comment on column installation.mark is '`npm run init` writes it here and beside the pictures and public logs. A public site starts only if both are the same. Null: the site was used on one machine only.';
comment on column installation.demo is 'Demo content was planted. A public site refuses such a database.';
grant select on installation to lightstick_app;

create table media (
	media_id text primary key,
	width integer not null,
	height integer not null,
	created_at timestamptz not null default lightstick_now()
);
comment on table media is 'Stored pictures. media_id is the hash of the content.';
grant select, insert on media to lightstick_app;
