-- The public vote log: a log per ranking, of which anybody can recount the votes. See docs/operating/vote-log.md.

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

-- A keyed hash of the master key: tells a machine that was given another one. One row, from the first start on.
create table vote_log_key (
	id boolean primary key default true check (id),
	fingerprint bytea not null check (octet_length(fingerprint) = 32)
);
grant select, insert on vote_log_key to lightstick_app;

-- Leaves in the order in which they enter a ranking's log. A batch of votes writes one row for each of its rankings, in
-- the votes' own transaction. The sequencer gives the row its first index.
create table log_batch (
	batch_id bigint generated always as identity primary key,
	ranking_id integer not null,
	-- The leaves as an entry bundle holds them, each behind its length in two bytes. Null once they lie in full bundles.
	leaves bytea,
	-- How many there are.
	leaf_count integer not null check (leaf_count > 0),
	-- How many of them are votes, the tickets of these, and the gems of each kind that paid for them.
	vote_count integer not null,
	tickets bigint not null default 0,
	gems_earned bigint not null default 0,
	gems_purchased bigint not null default 0,
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
	-- Votes among them, and what the votes add up to.
	vote_count bigint not null default 0,
	tickets bigint not null default 0,
	gems_earned bigint not null default 0,
	gems_purchased bigint not null default 0,
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
	-- The public half of the key that signs this log, from its first checkpoint to its last.
	public_key bytea check (octet_length(public_key) = 32),
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

-- The anchor: one small log for the whole site. It holds the checkpoints of all rankings' logs, the supply of gems, numbers
-- of accounts, and keys. Whoever appends to it locks this row first.
create table anchor_log (
	only_row boolean primary key default true check (only_row),
	size bigint not null default 0,
	published_size bigint not null default 0 check (published_size <= size),
	checkpoint text,
	partial_bundle bytea not null default '',
	partial_tiles bytea[] not null default '{}',
	published_at timestamptz,
	public_key bytea check (octet_length(public_key) = 32),
	-- When it was last looked what is due, and when the last supply and the last numbers of accounts were appended.
	checked_at timestamptz,
	supply_at timestamptz,
	accounts_at timestamptz,
	check ((checkpoint is null) = (published_size = 0))
);
insert into anchor_log default values;
grant select, update on anchor_log to lightstick_app;

-- The anchor's leaves. No row is ever changed.
create table anchor_leaf (
	index bigint primary key,
	kind text not null check (kind in ('cp', 'result', 'supply', 'accounts', 'key')),
	leaf bytea not null,
	appended_at timestamptz not null default lightstick_now()
);
create index anchor_leaf_numbers on anchor_leaf (kind, appended_at, index) where kind in ('supply', 'accounts');
grant select, insert on anchor_leaf to lightstick_app;

-- What the anchor says of a ranking's log.
create table log_anchoring (
	ranking_id integer primary key references ranking,
	-- Size of the last checkpoint that is anchored.
	size bigint not null default 0,
	result_anchored boolean not null default false,
	-- Size of the log as the last supply knew it.
	supply_size bigint not null default 0
);
grant select, insert, update on log_anchoring to lightstick_app;

-- Keys that the anchor has announced.
create table anchor_key (
	vkey text primary key,
	added_at timestamptz not null,
	retired_at timestamptz
);
grant select, insert, update on anchor_key to lightstick_app;

-- Witnesses of the anchor and what they cosigned last.
create table anchor_witness (
	vkey text primary key,
	name text not null,
	-- Size of the largest checkpoint that the witness cosigned.
	size bigint not null default 0,
	-- The signature line over the checkpoint of this size, and the witness's own time.
	cosignature text,
	cosigned_at timestamptz,
	tried_at timestamptz not null,
	-- Why the last try failed, and since when all tries have failed. Null: it did not.
	fault text,
	faulty_since timestamptz
);
grant select, insert, update, delete on anchor_witness to lightstick_app;

-- Gems that came and went, ever since, by the kind of their ledger entries. Votes are counted with their leaves instead.
create table supply_total (
	kind text primary key,
	earned_in bigint not null,
	earned_out bigint not null,
	purchased_in bigint not null,
	purchased_out bigint not null
);
grant select, insert, update on supply_total to lightstick_app;

-- Ledger entries that supply_total does not hold yet, without votes. Counting takes them out.
create table supply_change (
	kind text not null,
	earned bigint not null,
	purchased bigint not null
);
grant select, insert, delete on supply_change to lightstick_app;

-- The function stands here, and not in db/functions, because no entry may be written between the sum below and the
-- trigger. Creating the trigger locks the ledger until the sum is committed.
create function note_supply_change() returns trigger language plpgsql as $$
begin
	insert into supply_change (kind, earned, purchased) values (new.kind, new.earned, new.purchased);
	return null;
end
$$;
create trigger ledger_entry_supply after insert on ledger_entry
	for each row when (new.kind <> 'vote') execute function note_supply_change();
-- The kind 'vote' holds the votes from before there were logs.
insert into supply_total
	select kind, coalesce(sum(earned) filter (where earned > 0), 0), coalesce(-sum(earned) filter (where earned < 0), 0),
		coalesce(sum(purchased) filter (where purchased > 0), 0), coalesce(-sum(purchased) filter (where purchased < 0), 0)
	from ledger_entry group by kind;
