-- The same rule, a sixth of the time: counting to 36 inside the pattern took as long as all else of a vote's row.
alter table vote
	drop constraint vote_idempotency_key_check,
	add constraint vote_idempotency_key_check check (
		octet_length(idempotency_key) between 22 and 36 and idempotency_key ~ '^[A-Za-z0-9_-]*$'
	);
