-- The trigger stands beside its function, because PostgreSQL creates no trigger without the function.

-- Refuses to change an append-only table, even to its owner. Grants do not bind the owner.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
	raise exception '% is append-only', tg_table_name;
end
$$;

create or replace trigger audit_entry_append_only before update or delete or truncate on audit_entry
	for each statement execute function refuse_change();
