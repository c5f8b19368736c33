-- Changes of sessions by the hash of a token, in the shard that the token names: see find_sessions.sql.

-- Activates the session, once, in time, and only for one of these browsers.
create or replace function activate_session(
	own_hash bytea, browser_hashes bytea[], days integer, own_shard smallint default 0
) returns void language plpgsql as $$
begin
	update public.session set activated_at = lightstick_now(), used_at = lightstick_now(),
			expires_at = lightstick_now() + make_interval(days => activate_session.days)
		where token_hash = own_hash and browser_hash = any (browser_hashes) and activated_at is null and revoked_at is null
			and expires_at > lightstick_now();
end
$$;

-- Extends sessions from now, up to `days_most` after they began. Skips those that another process is extending.
create or replace function extend_sessions(
	token_hashes bytea[], days integer, days_most integer, own_shard smallint default 0
) returns void language plpgsql as $$
begin
	update public.session set used_at = lightstick_now(), expires_at = least(
			lightstick_now() + make_interval(days => extend_sessions.days),
			created_at + make_interval(days => days_most))
		where token_hash in (
			select token_hash from public.session where token_hash = any (token_hashes) and revoked_at is null
			for update skip locked
		);
end
$$;

-- Keeps the secrets of fans who have none, and returns the one that each fan has now.
create or replace function keep_voter_secrets(
	buckets smallint[], fan_ids bigint[], secrets bytea[], own_shard smallint default 0
) returns table ("bucket" smallint, "fanId" bigint, "sealed" bytea) language plpgsql as $$
#variable_conflict use_column
begin
	insert into public.voter_secret (bucket, fan_id, sealed)
		select * from unnest(buckets, fan_ids, secrets) as made (bucket, fan_id, sealed) order by 1, 2
		on conflict do nothing;
	return query
	select bucket, fan_id, sealed from public.voter_secret
	join unnest(buckets, fan_ids) as asked (bucket, fan_id) using (bucket, fan_id);
end
$$;
