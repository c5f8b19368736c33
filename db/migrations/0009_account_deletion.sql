-- A fan's wish to be deleted. Signing in again before `erase_at` takes it back; after that a job erases the account.

create table deletion_request (
	bucket smallint not null,
	fan_id bigint not null,
	requested_at timestamptz not null,
	erase_at timestamptz not null check (erase_at >= requested_at),
	cancelled_at timestamptz,
	erased_at timestamptz,
	primary key (bucket, fan_id, requested_at),
	foreign key (bucket, fan_id) references fan
);
create unique index deletion_request_open on deletion_request (bucket, fan_id)
	where cancelled_at is null and erased_at is null;
create index deletion_request_due on deletion_request (erase_at) where cancelled_at is null and erased_at is null;

grant select, insert on deletion_request to lightstick_app;
grant update (cancelled_at, erased_at) on deletion_request to lightstick_app;
