-- A key of the public logs that was stolen or lost is revoked: the logs that it signed end, and go on under new names and a
-- new key. That is a generation, as after a restore. See docs/operating/vote-log.md.
-- contracts: 0.1.0 writes no value into the new column, and an empty one meets its check.

alter table log_generation
	-- Public half of the key for which the generation began: nothing is lost, and restored_to is when it began. Null: the
	-- site was restored.
	add column revoked_key bytea check (octet_length(revoked_key) = 32);

-- What a fan gave to each artist, voided votes included, as far as it was summed. Whoever looks at the sums adds what came
-- since, so that each vote is read once. Both can be rebuilt from votes.
create table own_votes (
	bucket smallint not null,
	fan_id bigint not null,
	artist_id integer not null references artist,
	tickets bigint not null check (tickets > 0),
	primary key (bucket, fan_id, artist_id)
);
create table own_votes_summed (
	bucket smallint not null,
	fan_id bigint not null,
	-- The ledger entry through which own_votes holds the fan's votes. Entries of a wallet have numbers without gaps.
	through_seq bigint not null,
	primary key (bucket, fan_id)
);
grant select, insert, update on own_votes, own_votes_summed to lightstick_app;
