-- The public vote log: a log per ranking, of which anybody can recount the votes. See docs/vote-log.md.

-- The secret from which a fan's pseudonyms are made, encrypted under the site's master key. Deleting the row makes the
-- fan's votes in the log nobody's.
create table voter_secret (
	bucket smallint not null,
	fan_id bigint not null,
	-- AES-256-GCM: nonce, ciphertext, tag.
	sealed bytea not null check (octet_length(sealed) = 60),
	primary key (bucket, fan_id)
);
grant select, insert, delete on voter_secret to lightstick_app;

-- Leaves in the order in which they enter a ranking's log. A batch of votes writes one row for each of its rankings, in
-- the votes' own transaction. The sequencer gives the row its first index.
create table log_batch (
	batch_id bigint generated always as identity primary key,
	ranking_id integer not null,
	-- The leaves as an entry bundle holds them, each behind its length in two bytes. Null once they lie in full bundles.
	leaves bytea,
	-- How many there are.
	leaf_count integer not null check (leaf_count > 0),
	-- How many of them are votes.
	vote_count integer not null,
	-- Index of the first leaf in the log. Null: the sequencer has not seen the row yet.
	first_index bigint
);
create index log_batch_waiting on log_batch (ranking_id, batch_id) where first_index is null;
create index log_batch_index on log_batch (ranking_id, first_index) where first_index is not null;
grant select, insert on log_batch to lightstick_app;
grant update (leaves, first_index) on log_batch to lightstick_app;

-- A ranking's log. The sequencer changes it by compare and swap: two sequencers never go on from the same state.
create table vote_log (
	ranking_id integer primary key references ranking,
	-- Leaves that have an index.
	size bigint not null default 0,
	-- Votes among them.
	vote_count bigint not null default 0,
	-- Leaves under the last signed checkpoint.
	published_size bigint not null default 0 check (published_size <= size),
	-- The signed note of the last checkpoint. Null: nothing is published.
	checkpoint text,
	-- The tiles that are not full, at the published size: leaves, then hashes level by level.
	partial_bundle bytea not null default '',
	partial_tiles bytea[] not null default '{}',
	published_at timestamptz,
	-- The versions of the ranking whose rules the last leaf of rules holds, and these rules: canonical JSON.
	ranking_version integer not null,
	entries_version integer not null,
	rules text not null,
	-- When the leaves that end a log were written.
	closed_at timestamptz,
	certified_at timestamptz,
	-- Why the last run could not publish this log, since when, and in the program's words. Null: it could.
	fault text check (fault in ('set_back', 'checkpoint_unreadable', 'tile_differs', 'tile_damaged', 'leaves_missing', 'failing')),
	fault_at timestamptz,
	fault_detail text,
	check ((checkpoint is null) = (published_size = 0)),
	check (num_nonnulls(fault, fault_at, fault_detail) in (0, 3))
);
grant select, insert, update on vote_log to lightstick_app;

-- Every signed checkpoint. No row is ever changed.
create table log_checkpoint (
	ranking_id integer not null references ranking,
	size bigint not null,
	root bytea not null check (octet_length(root) = 32),
	signed_at timestamptz not null default lightstick_now(),
	primary key (ranking_id, size)
);
grant select, insert on log_checkpoint to lightstick_app;

-- The leaf of a vote, and of a void, has the index log_batch.first_index + place.
alter table vote add column batch_id bigint, add column place smallint;
alter table vote_void add column batch_id bigint, add column place smallint;
