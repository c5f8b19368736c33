-- Who could approve a day ago is read from the audit trail.
create index audit_entry_operator_change on audit_entry (at) where action = 'operator.change';
