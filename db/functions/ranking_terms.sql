-- Keeps `ranking_terms` and `ranking_terms_artist` as the tables say that they are made of, whoever changes them, in every
-- shard. Fans never do. A shard that `close_shard` has closed stays closed; one that `stop_shard` has stopped is as the
-- pauses say. A statement is for one shard, as a distributed database wants it.

-- Returns the value that names each shard in the rows that are placed by shard.
create or replace function shard_keys() returns smallint[] language sql stable as $$
	select coalesce(
		(select coalesce(shard_keys, array(select generate_series(0, shards - 1)::smallint)) from installation),
		'{0}'
	)
$$;

create or replace function refresh_ranking_terms(ranking_ids integer[]) returns void language plpgsql as $$
declare
	keys smallint[] := shard_keys();
	key smallint;
	of record;
begin
	-- Two changes of one ranking come one after the other, and the next statement sees what the last one committed.
	perform from ranking where ranking_id = any (ranking_ids) order by ranking_id for no key update;
	for of in
		select *,
			exists (
				select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and ended_at is null
			) as paused,
			(select max(ended_at) from ranking_pause pause where pause.ranking_id = ranking.ranking_id) as resumed_at,
			exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id) as closed
		from ranking where ranking_id = any (ranking_ids) order by ranking_id
	loop
		foreach key in array keys loop
			insert into ranking_terms
				(shard, ranking_id, ranking_key, starts_at, ends_at, gems_per_vote, votes_per_fan_max, published, paused,
					resumed_at, closed)
			values
				(key, of.ranking_id, of.ranking_key, of.starts_at, of.ends_at, of.gems_per_vote, of.votes_per_fan_max,
					of.published_at is not null, of.paused, of.resumed_at, of.closed)
			on conflict (ranking_id, shard) do update set
				ranking_key = excluded.ranking_key, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
				gems_per_vote = excluded.gems_per_vote, votes_per_fan_max = excluded.votes_per_fan_max,
				published = excluded.published, paused = excluded.paused, stopped_at = null,
				resumed_at = excluded.resumed_at, closed = ranking_terms.closed or excluded.closed;
		end loop;
	end loop;
end
$$;

create or replace function note_ranking_change() returns trigger language plpgsql as $$
begin
	perform refresh_ranking_terms(array(select distinct ranking_id from changed));
	return null;
end
$$;

-- A trigger that is given the changed rows is for one kind of change.
create or replace trigger ranking_terms_insert after insert on ranking
	referencing new table as changed for each statement execute function note_ranking_change();
create or replace trigger ranking_terms_update after update on ranking
	referencing new table as changed for each statement execute function note_ranking_change();
create or replace trigger ranking_terms_insert after insert on ranking_pause
	referencing new table as changed for each statement execute function note_ranking_change();
create or replace trigger ranking_terms_update after update on ranking_pause
	referencing new table as changed for each statement execute function note_ranking_change();
create or replace trigger ranking_terms_insert after insert on ranking_closing
	referencing new table as changed for each statement execute function note_ranking_change();

-- The first two arrays are of the entries that can be voted for, the others of those that cannot.
create or replace function refresh_terms_artists(
	listed_rankings integer[], listed_artists integer[], hidden_rankings integer[], hidden_artists integer[]
) returns void language plpgsql as $$
declare
	key smallint;
begin
	foreach key in array shard_keys() loop
		delete from ranking_terms_artist
			using unnest(listed_rankings || hidden_rankings, listed_artists || hidden_artists) as asked (in_ranking, of_artist)
			where shard = key and ranking_id = in_ranking and artist_id = of_artist;
		if cardinality(listed_rankings) > 0 then
			insert into ranking_terms_artist (ranking_id, artist_id, shard)
				select in_ranking, of_artist, key
				from unnest(listed_rankings, listed_artists) as asked (in_ranking, of_artist);
		end if;
	end loop;
end
$$;

create or replace function note_entry_change() returns trigger language plpgsql as $$
begin
	perform refresh_terms_artists(
		array_agg(ranking_id order by ranking_id, artist_id) filter (where is_listed),
		array_agg(artist_id order by ranking_id, artist_id) filter (where is_listed),
		array_agg(ranking_id order by ranking_id, artist_id) filter (where not is_listed),
		array_agg(artist_id order by ranking_id, artist_id) filter (where not is_listed)
	) from (select ranking_id, artist_id, tg_op <> 'DELETE' and hidden_at is null as is_listed from changed) entry;
	return null;
end
$$;

create or replace trigger ranking_terms_insert after insert on ranking_entry
	referencing new table as changed for each statement execute function note_entry_change();
create or replace trigger ranking_terms_update after update on ranking_entry
	referencing new table as changed for each statement execute function note_entry_change();
create or replace trigger ranking_terms_delete after delete on ranking_entry
	referencing old table as changed for each statement execute function note_entry_change();

-- Another number of shards: the rankings that exist get terms in the new ones.
create or replace function note_shard_count() returns trigger language plpgsql as $$
begin
	delete from ranking_terms where shard <> all (shard_keys());
	delete from ranking_terms_artist where shard <> all (shard_keys());
	perform refresh_ranking_terms(array(select ranking_id from ranking));
	perform refresh_terms_artists(array_agg(ranking_id), array_agg(artist_id), '{}', '{}')
		from ranking_entry where hidden_at is null;
	return null;
end
$$;
create or replace trigger ranking_terms_shards after insert or update of shards on installation
	for each statement execute function note_shard_count();

select refresh_ranking_terms(array(select ranking_id from ranking));
