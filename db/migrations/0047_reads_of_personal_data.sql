-- The audit trail also keeps who read personal data: a page or a person once an hour, however often it is shown.

create index audit_entry_reads on audit_entry (operator_id, target, at)
	where action in ('fan.read', 'fan.list', 'order.read', 'order.list', 'case.read_votes', 'audit.export');
