-- contracts: 0.1.0 calls it without a shard; the default takes its calls.
drop function if exists find_sessions(bytea[], integer);

-- Returns the live sessions of these tokens, each with what a request needs to know of its fan.
create or replace function find_sessions(
	token_hashes bytea[],
	hours_untouched integer,
	-- The shard that the tokens name. On a distributed database it chooses the server that is asked.
	own_shard smallint default 0
)
returns table (
	"tokenHash" bytea,
	"bucket" smallint,
	"fanId" bigint,
	"registered" boolean,
	-- True if the last recorded use is older than `hours_untouched`.
	"extendable" boolean,
	-- The fan's encrypted secret for the public log; null if there is none yet.
	"sealed" bytea
) language plpgsql stable
-- As in cast_votes: a plan made once, nested loops over indexes. A plan made anew for each request, which PostgreSQL
-- prefers for a single token, takes three times as long as the look-up itself.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
	clock timestamptz := lightstick_now();
begin
	return query
	select token_hash, session.bucket, session.fan_id, registered_at is not null,
		coalesce(used_at, activated_at) < clock - make_interval(hours => hours_untouched), voter_secret.sealed
	from public.session
	join public.fan using (bucket, fan_id)
	left join public.voter_secret using (bucket, fan_id)
	where token_hash = any (token_hashes) and activated_at is not null and revoked_at is null and expires_at > clock
		and erased_at is null;
end
$$;
