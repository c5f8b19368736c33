-- Reads of personal data far outnumber changes, and the trail shows one or the other.
-- locks: audit_entry holds one row for each change and each read by an operator: small. Two short builds.
create index audit_entry_read_or_export on audit_entry (audit_id) where action in (
	'fan.read', 'fan.list', 'order.read', 'order.list', 'case.read_votes', 'audit.export',
	'fan.export', 'fan.exported', 'order.export', 'order.exported', 'case.export_votes', 'case.exported_votes',
	'audit.exported'
);
create index audit_entry_change on audit_entry (audit_id) where not (action in (
	'fan.read', 'fan.list', 'order.read', 'order.list', 'case.read_votes', 'audit.export',
	'fan.export', 'fan.exported', 'order.export', 'order.exported', 'case.export_votes', 'case.exported_votes',
	'audit.exported'
));
