-- On a distributed database, the functions of a shard work on the tables of that shard, where they are. See
-- docs/decisions/0053-shard-functions-on-citus.md. On one server nothing calls these.

-- Holds the shard where it is until the transaction ends: a move waits for it, as it waits for Citus' own statements.
-- Fails on a server that does not have the shard, which has moved meanwhile: the caller tries again.
create or replace function enter_shard(own_shard smallint) returns void language plpgsql
-- Citus lets owners of a table lock its shards. This takes a shared lock only.
security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
	placed bigint := get_shard_id_for_distribution_column('public.wallet', own_shard);
begin
	-- 5 is the number of PostgreSQL for a share lock.
	perform lock_shard_metadata(5, array[placed]);
	if not exists (
		select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = placed
	) then
		raise exception 'the shard is on another server' using errcode = 'serialization_failure';
	end if;
end
$$;

-- Holds shards where they are until the transaction of the coordinator ends; does nothing on one server. A move locks the
-- shard of `fan` first of all that move together, and everything on the coordinator first: so it waits before it holds what
-- the transaction goes on to ask for.
create or replace function hold_shards(keys smallint[]) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
	if (select shard_keys is not null from public.installation) then
		-- A share lock, as above.
		perform lock_shard_metadata(
			5, array(select get_shard_id_for_distribution_column('public.fan', key) from unnest(keys) key order by 1)
		);
	end if;
end
$$;

-- Returns a function's definition with the tables and functions of one shard in place of those that begin with `public.`.
create or replace function shard_definition(of_function oid, number integer, key smallint, names text[]) returns text
language plpgsql as $$
declare
	definition text := pg_get_functiondef(of_function);
	of record;
	name text;
begin
	for of in select logicalrelid::text as distributed,
			get_shard_id_for_distribution_column(logicalrelid, key) as shard from pg_dist_partition
	loop
		definition := regexp_replace(
			definition, format('\mpublic\.%s\M', of.distributed),
			format('public.%s_%s as %s', of.distributed, of.shard, of.distributed), 'g'
		);
		definition := regexp_replace(
			definition, format('(on conflict on constraint %s_pkey)\M', of.distributed), format('\1_%s', of.shard), 'g'
		);
	end loop;
	foreach name in array names loop
		definition := regexp_replace(definition, format('\mpublic\.%s\M', name), format('shard_%s.%s', number, name), 'g');
	end loop;
	return definition;
end
$$;

-- Returns the function that a process calls: it is run on the server that has the shard, and calls the shard's own.
create or replace function front_definition(of_function oid, keys smallint[]) returns text language plpgsql as $$
declare
	name text := (select proname from pg_proc where oid = of_function);
	calling text := (
		select case when proretset then 'return query select * from' when prorettype = 'void'::regtype then 'perform' else 'return' end
		from pg_proc where oid = of_function
	);
	-- Settings of a connection do not reach the workers. A shard that is moving is waited for as long as a wallet.
	lock_timeout text := coalesce(
		(select substring(unnest from 'lock_timeout=(.*)') from pg_proc, unnest(proconfig)
			where oid = of_function and unnest like 'lock_timeout=%'),
		'100ms'
	);
	inputs text := (
		select string_agg('$' || number, ', ') from generate_series(1, (select pronargs from pg_proc where oid = of_function)) number
	);
	body text := '';
	number integer;
begin
	for number in 0 .. cardinality(keys) - 1 loop
		body := body || format(
			E'\n\twhen %s then %s shard_%s.%I(%s);', keys[number + 1],
			calling, number, name, inputs
		);
	end loop;
	return format(
		'create or replace function public.%I(%s) returns %s language plpgsql set lock_timeout = %L as $front$
#variable_conflict use_column
begin
	perform public.enter_shard(own_shard);
	case own_shard%s
	end case;
end
$front$', name, pg_get_function_arguments(of_function), pg_get_function_result(of_function), lock_timeout, body
	);
end
$$;

-- Makes the functions of all shards. Every start calls it after it has applied changed functions.
create or replace function make_shard_functions() returns void language plpgsql set check_function_bodies = off as $$
declare
	keys smallint[] := (select shard_keys from installation);
	-- The checks that cast_votes contains, then the functions that processes call.
	helpers constant text[] := '{live_session,tickets_given}';
	fronts constant text[] := '{cast_votes,close_shard,stop_shard,find_sessions,activate_session,extend_sessions,keep_voter_secrets}';
	number integer;
	of record;
	earlier record;
begin
	if keys is null then return; end if;
	for of in
		select oid, proname, proname = any (fronts) as is_front from pg_proc
		where pronamespace = 'public'::regnamespace and proname = any (helpers || fronts)
			-- A front has nothing to make a shard's function of. Its file has not changed.
			and prosrc not like '%public.enter_shard(%'
		order by proname = any (fronts)
	loop
		for number in 0 .. cardinality(keys) - 1 loop
			execute format('create schema if not exists shard_%s', number);
			execute format('grant usage on schema shard_%s to lightstick_app', number);
			-- Another number of parameters would leave the function of the release before beside it.
			for earlier in
				select oid::regprocedure as signature from pg_proc
				where pronamespace = format('shard_%s', number)::regnamespace and proname = of.proname
			loop
				execute format('drop function %s', earlier.signature);
			end loop;
			execute shard_definition(of.oid, number, keys[number + 1], helpers || fronts);
		end loop;
		if of.is_front then
			execute front_definition(of.oid, keys);
			perform create_distributed_function(
				of.oid::regprocedure, distribution_arg_name := 'own_shard', colocate_with := 'wallet', force_delegation := true
			);
		end if;
	end loop;
end
$$;
