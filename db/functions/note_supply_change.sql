-- The trigger stands beside its function, because PostgreSQL creates no trigger without the function.

-- Notes a ledger entry that is no vote, so that the supply of gems is summed without reading the ledger.
create or replace function note_supply_change() returns trigger language plpgsql as $$
begin
	insert into supply_change (kind, earned, purchased) values (new.kind, new.earned, new.purchased);
	return null;
end
$$;

create or replace trigger ledger_entry_supply after insert on ledger_entry
	for each row when (new.kind <> 'vote') execute function note_supply_change();
