-- What an operator marked by hand on the setup checklist of the dashboard: hid it, read the status page. All other steps
-- are read from what exists.
create table operator_setup (
	operator_id integer not null references operator,
	mark text not null check (mark in ('hidden', 'status_read')),
	marked_at timestamptz not null default lightstick_now(),
	primary key (operator_id, mark)
);
grant select, insert, delete on operator_setup to lightstick_app;
