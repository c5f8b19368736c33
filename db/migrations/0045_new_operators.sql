-- Since when operators have had what they may do with money, and who gave it to them. New ones approve nothing for a day.

alter table operator
	-- Joining, being raised and being taken back begin it anew. -infinity: the first owner, whom nobody let in.
	add column power_since timestamptz not null default lightstick_now(),
	-- Null: the configuration.
	add column power_given_by integer references operator;

-- Operators of before: by the audit trail.
update operator set
	power_since = case
		when joined_at = (select min(joined_at) from operator) then '-infinity'
		else joined_at
	end,
	power_given_by = (
		select invited_by from operator_invitation where claimed_by = operator.operator_id order by invitation_id desc limit 1
	);
update operator set power_since = changed.at, power_given_by = changed.operator_id
	from (
		select distinct on (target) target, at, operator_id from audit_entry
		where action = 'operator.change' order by target, audit_id desc
	) changed
	where changed.target = 'operator:' || operator.operator_id;

grant update (power_since, power_given_by) on operator to lightstick_app;
