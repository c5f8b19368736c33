-- What all other tables stand on: the clock, the bucket, the application's role, and two tables that many domains share.

do $$
begin
	-- cast_votes returns the row as it was before an update.
	if current_setting('server_version_num')::integer < 180000 then
		raise exception 'Lightstick needs PostgreSQL 18 or later';
	end if;
end
$$;

-- The next two functions are part of the tables: defaults and checks call them. They stand here and not in db/functions,
-- because tables need them first, and because a new text alone cannot change them: PostgreSQL does not check the rows
-- that exist again. A change is a migration that also changes the rows.

-- Every SQL statement reads the time here. Tests replace it in their template database to turn the clock by hand;
-- a test and /readyz compare it with this definition.
create function lightstick_now() returns timestamptz language sql volatile parallel safe
	return clock_timestamp();

-- The first column of every key of a fan-scoped table. It spreads hot rows over the indexes, and it is the distribution
-- column when one PostgreSQL server is not enough. It never changes for a fan.
create function bucket_of(fan_id bigint) returns smallint language sql immutable strict parallel safe
	return (fan_id % 64)::smallint;

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

-- Stored pictures.
create table media (
	-- Hash of the stored content.
	media_id text primary key,
	width integer not null,
	height integer not null,
	created_at timestamptz not null default lightstick_now()
);
grant select, insert on media to lightstick_app;

-- Replies to fans' requests, for retries. Only successes: a refused request may be tried again with its key.
create table idempotency_record (
	bucket smallint not null,
	fan_id bigint not null,
	operation text not null,
	idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'),
	-- Hash of the request: the same key with another request is refused.
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamptz not null default lightstick_now(),
	primary key (bucket, fan_id, operation, idempotency_key)
);
create index idempotency_record_created on idempotency_record (created_at);
grant select, insert, delete on idempotency_record to lightstick_app;
