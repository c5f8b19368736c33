-- Rankings in the hands of operators: edits that know what they began from, and files with entries.

alter table ranking add column version integer not null default 1;
-- Apart from the ranking's own: who edits its title is not disturbed by who enters artists.
alter table ranking add column entries_version integer not null default 1;

-- A file with entries as it was previewed; exactly this is committed, once, or nothing.
create table entry_import (
	import_id uuid primary key default gen_random_uuid(),
	ranking_id integer not null references ranking,
	operator_id integer not null references operator,
	file_name text not null,
	encoding text not null,
	rows jsonb not null,
	-- Of the ranking when it was previewed.
	entries_version integer not null,
	created_at timestamptz not null default lightstick_now(),
	expires_at timestamptz not null,
	committed_at timestamptz
);

-- Before the opening an entry can be taken out again.
grant delete on ranking_entry to lightstick_app;
grant select, insert, delete on entry_import to lightstick_app;
grant update (committed_at) on entry_import to lightstick_app;
