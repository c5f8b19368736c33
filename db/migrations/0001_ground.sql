-- What every other migration stands on: the clock, the application's role, and the bucket.

-- All SQL asks the time here. Tests replace it in their template database to turn the clock by hand; a promise
-- test and /readyz compare it with this definition.
create function lightstick_now() returns timestamptz language sql volatile parallel safe
	return clock_timestamp();

-- Every key of a fan-scoped table begins with it: it spreads hot rows, is the lane of a batch of votes, and is the
-- distribution column on the day when one PostgreSQL is not enough (design: vote engine). It never changes for a fan.
create function bucket_of(fan_id bigint) returns smallint language sql immutable strict parallel safe
	return (fan_id % 64)::smallint;

-- The application's own role. It can change only what it is granted, so that the books are append-only for it.
-- Roles belong to the whole server: another database's migration may be making it at this moment.
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
