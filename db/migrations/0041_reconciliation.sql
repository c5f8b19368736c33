-- What the last hourly proof of the books has found: the dashboard names it until a later one finds nothing.
create table reconciliation (
	only_row boolean primary key default true check (only_row),
	checked_at timestamptz not null,
	-- The rules that were broken; empty for books that balance.
	broken text[] not null
);

grant select, insert, update on reconciliation to lightstick_app;
