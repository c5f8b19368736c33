-- The public vote log: a log per ranking, of which anybody can recount the votes. See docs/operating/vote-log.md.

create table voter_secret (
	fan_id bigint primary key,
	sealed bytea not null check (octet_length(sealed) = 60)
);
comment on table voter_secret is 'The secret from which a fan''s pseudonyms are made, encrypted under the site''s master key. Deleting the row makes the fan''s votes in the log nobody''s.';
comment on column voter_secret.sealed is 'AES-256-GCM: nonce, ciphertext, tag.';
grant select, insert, delete on voter_secret to lightstick_app;

create table vote_log_key (
	only_row boolean primary key default true check (only_row),
	fingerprint bytea not null check (octet_length(fingerprint) = 32)
);
comment on table vote_log_key is 'A keyed hash of the master key, from the first start on: tells a machine that was given another one.';
grant select, insert on vote_log_key to lightstick_app;

create table log_batch (
	batch_id bigint generated always as identity primary key,
	tickets bigint not null default 0,
	gems_earned bigint not null default 0,
	gems_purchased bigint not null default 0,
	first_index bigint,
	ranking_id integer not null,
	leaf_count integer not null check (leaf_count > 0),
	vote_count integer not null,
	leaves bytea
);
comment on table log_batch is 'Leaves in the order in which they enter a ranking''s log. A batch of votes writes one row for each of its rankings, in the votes'' own transaction. The sequencer gives the row its first index.';
comment on column log_batch.first_index is 'Index of the first leaf in the log. Null: the sequencer has not seen the row yet.';
comment on column log_batch.vote_count is 'How many of the leaves are votes. tickets and gems are the sums of these votes.';
comment on column log_batch.leaves is 'The leaves as an entry bundle holds them, each behind its length in two bytes. Null once they lie in full bundles.';
create index log_batch_waiting on log_batch (ranking_id, batch_id) where first_index is null;
create index log_batch_index on log_batch (ranking_id, first_index) where first_index is not null;
grant select, insert on log_batch to lightstick_app;
grant update (leaves, first_index) on log_batch to lightstick_app;

create table vote_log (
	ranking_id integer primary key references ranking,
	size bigint not null default 0,
	vote_count bigint not null default 0,
	tickets bigint not null default 0,
	gems_earned bigint not null default 0,
	gems_purchased bigint not null default 0,
	published_size bigint not null default 0 check (published_size <= size),
	checkpoint text,
	partial_bundle bytea not null default '',
	partial_tiles bytea[] not null default '{}',
	published_at timestamptz,
	ranking_version integer not null,
	entries_version integer not null,
	rules text not null,
	closed_at timestamptz,
	certified_at timestamptz,
	public_key bytea check (octet_length(public_key) = 32),
	fault text check (fault in ('set_back', 'checkpoint_unreadable', 'tile_differs', 'tile_damaged', 'leaves_missing', 'failing')),
	fault_at timestamptz,
	fault_detail text,
	check ((checkpoint is null) = (published_size = 0)),
	check (num_nonnulls(fault, fault_at, fault_detail) in (0, 3))
);
comment on table vote_log is 'A ranking''s log. The sequencer changes it by compare and swap: two sequencers never go on from the same state.';
comment on column vote_log.size is 'Leaves that have an index.';
comment on column vote_log.vote_count is 'Votes among the leaves. tickets and gems are the sums of these votes.';
comment on column vote_log.published_size is 'Leaves under the last signed checkpoint.';
comment on column vote_log.checkpoint is 'The signed note of the last checkpoint. Null: nothing is published.';
comment on column vote_log.partial_bundle is 'With partial_tiles the tiles that are not full, at the published size: leaves, then hashes level by level.';
comment on column vote_log.rules is 'The rules that the last leaf of rules holds, as canonical JSON. ranking_version and entries_version are those of the ranking with these rules.';
comment on column vote_log.closed_at is 'When the leaf that closes the log was written. certified_at is that of the result.';
comment on column vote_log.public_key is 'The public half of the key that signs this log, from its first checkpoint to its last.';
comment on column vote_log.fault is 'Why the last run could not publish this log, since when, and in the program''s words. Null: it could.';
grant select, insert, update on vote_log to lightstick_app;

create table log_checkpoint (
	ranking_id integer not null references ranking,
	size bigint not null,
	root bytea not null check (octet_length(root) = 32),
	signed_at timestamptz not null default lightstick_now(),
	primary key (ranking_id, size)
);
comment on table log_checkpoint is 'Every signed checkpoint. No row is ever changed.';
grant select, insert on log_checkpoint to lightstick_app;

create table log_generation (
	generation smallint primary key check (generation > 1),
	restored_to timestamptz not null,
	begun_at timestamptz not null default lightstick_now(),
	revoked_key bytea check (octet_length(revoked_key) = 32)
);
comment on table log_generation is 'A database that was restored to a moment may lack what the public logs have published since. The logs must not tell another history under the same names, so they go on under new ones: a generation. The same happens when a key of the logs was stolen or lost. The first generation has no row. See docs/operating/recovery.md.';
comment on column log_generation.restored_to is 'What was committed later is lost. Where a key was revoked, when the generation began: nothing is lost.';
comment on column log_generation.revoked_key is 'Public half of the key that was revoked. Null: the site was restored.';
grant select on log_generation to lightstick_app;

create table anchor_log (
	only_row boolean primary key default true check (only_row),
	size bigint not null default 0,
	published_size bigint not null default 0 check (published_size <= size),
	checkpoint text,
	partial_bundle bytea not null default '',
	partial_tiles bytea[] not null default '{}',
	published_at timestamptz,
	public_key bytea check (octet_length(public_key) = 32),
	checked_at timestamptz,
	supply_at timestamptz,
	accounts_at timestamptz,
	witnessed_size bigint not null default 0 check (witnessed_size <= published_size),
	witnessed_checkpoint text,
	check ((checkpoint is null) = (published_size = 0)),
	check ((witnessed_checkpoint is null) = (witnessed_size = 0))
);
comment on table anchor_log is 'The anchor: one small log for the whole site. It holds the checkpoints of all rankings'' logs, the supply of gems, numbers of accounts, and keys. Whoever appends to it locks this row first.';
comment on column anchor_log.checked_at is 'When it was last looked what is due. supply_at and accounts_at: when the last supply and the last numbers of accounts were appended.';
comment on column anchor_log.witnessed_checkpoint is 'The last checkpoint that enough witnesses have cosigned, with their lines. Between two rounds of the witnesses, the newest checkpoint has no cosignatures yet.';
insert into anchor_log default values;
grant select, update on anchor_log to lightstick_app;

create table anchor_leaf (
	index bigint primary key,
	kind text not null check (kind in ('cp', 'result', 'supply', 'accounts', 'key', 'restored', 'program', 'policy')),
	leaf bytea not null,
	appended_at timestamptz not null default lightstick_now(),
	ranking_id integer references ranking,
	log_size bigint,
	check ((ranking_id is null) = (log_size is null))
);
comment on table anchor_leaf is 'The anchor''s leaves. No row is ever changed. A leaf about a ranking''s log holds the log''s first log_size leaves.';
create index anchor_leaf_numbers on anchor_leaf (kind, appended_at, index) where kind in ('supply', 'accounts');
create index anchor_leaf_hash on anchor_leaf (kind, index) where kind in ('program', 'policy');
create index anchor_leaf_log on anchor_leaf (ranking_id, log_size) where ranking_id is not null;
grant select, insert on anchor_leaf to lightstick_app;

create table log_anchoring (
	ranking_id integer primary key references ranking,
	size bigint not null default 0,
	result_anchored boolean not null default false,
	supply_size bigint not null default 0
);
comment on table log_anchoring is 'What the anchor says of a ranking''s log.';
comment on column log_anchoring.size is 'Size of the last checkpoint that is anchored.';
comment on column log_anchoring.supply_size is 'Size of the log as the last supply knew it.';
grant select, insert, update on log_anchoring to lightstick_app;

create table anchor_key (
	vkey text primary key,
	added_at timestamptz not null,
	retired_at timestamptz
);
comment on table anchor_key is 'Keys that the anchor has announced.';
grant select, insert, update on anchor_key to lightstick_app;

create table anchor_witness (
	vkey text primary key,
	name text not null,
	size bigint not null default 0,
	cosignature text,
	cosigned_at timestamptz,
	tried_at timestamptz not null,
	fault text,
	faulty_since timestamptz
);
comment on table anchor_witness is 'Witnesses of the anchor and what they cosigned last.';
comment on column anchor_witness.size is 'Size of the largest checkpoint that the witness cosigned.';
comment on column anchor_witness.cosignature is 'The signature line over the checkpoint of this size. cosigned_at is the witness''s own time.';
comment on column anchor_witness.fault is 'Why the last try failed, and since when all tries have failed. Null: it did not.';
grant select, insert, update, delete on anchor_witness to lightstick_app;
