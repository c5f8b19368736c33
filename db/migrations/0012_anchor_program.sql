-- The anchor tells the hash of the auditor that the site serves.
alter table anchor_leaf drop constraint anchor_leaf_kind_check;
alter table anchor_leaf add constraint anchor_leaf_kind_check
	check (kind in ('cp', 'result', 'supply', 'accounts', 'key', 'restored', 'program'));
