-- Filters, order and columns of a list, under a name. Forgotten when the operator says so; the number is bounded per list.
create table operator_saved_view (
	saved_view_id integer generated always as identity primary key,
	operator_id integer not null references operator,
	list text not null check (list ~ '^[a-z-]{1,30}$'),
	name text not null check (char_length(name) between 1 and 60),
	-- As in the address of the list.
	query text not null check (octet_length(query) <= 1000),
	unique (operator_id, list, name)
);
grant select, insert, delete on operator_saved_view to lightstick_app;
grant update (query) on operator_saved_view to lightstick_app;
