-- Operators: the people who run the site, how they sign in, what they did, and what waits for a second operator.

create table operator (
	operator_id integer generated always as identity primary key,
	issuer text not null,
	subject text not null,
	email text not null,
	name text,
	role text not null check (role in ('viewer', 'editor', 'finance', 'owner')),
	joined_at timestamptz not null default lightstick_now(),
	removed_at timestamptz,
	version integer not null default 1,
	power_since timestamptz not null default lightstick_now(),
	power_given_by integer references operator,
	unique (issuer, subject)
);
comment on column operator.subject is 'The issuer''s permanent id of the person. An email address alone never makes an operator.';
comment on column operator.power_since is 'When the operator got the present power over money. It starts again when they join, get a higher role or come back; for a day after it they approve nothing. -infinity for the first owner, whom nobody invited.';
comment on column operator.power_given_by is 'Null: the configuration gave it.';
grant select, insert on operator to lightstick_app;
grant update (email, name, role, removed_at, version, power_since, power_given_by) on operator to lightstick_app;

create table operator_invitation (
	invitation_id integer generated always as identity primary key,
	email text not null,
	role text not null check (role in ('viewer', 'editor', 'finance', 'owner')),
	invited_by integer references operator,
	invited_at timestamptz not null default lightstick_now(),
	expires_at timestamptz not null,
	claimed_at timestamptz,
	claimed_by integer references operator,
	withdrawn_at timestamptz
);
comment on table operator_invitation is 'The person who proves the address at a provider for operators claims the invitation, once.';
comment on column operator_invitation.invited_by is 'Null: the configuration invited the first owner.';
create unique index operator_invitation_open on operator_invitation (lower(email))
	where claimed_at is null and withdrawn_at is null;
grant select, insert on operator_invitation to lightstick_app;
grant update (claimed_at, claimed_by, withdrawn_at) on operator_invitation to lightstick_app;

create table operator_session (
	token_hash bytea primary key,
	operator_id integer not null references operator,
	started_at timestamptz not null default lightstick_now(),
	used_at timestamptz not null default lightstick_now(),
	ended_at timestamptz,
	step_up_ends_at timestamptz,
	session_id integer generated always as identity unique,
	entered_at timestamptz,
	authenticated_at timestamptz,
	browser text not null default ''
);
comment on column operator_session.step_up_ends_at is 'End of the step-up. Null or past: the operator must use a passkey first.';
comment on column operator_session.session_id is 'Names the session on the operator''s screen; the token is never shown.';
comment on column operator_session.entered_at is 'First use of a passkey on the session. Null: none yet, and the session may do next to nothing.';
comment on column operator_session.authenticated_at is 'When the person last proved their identity at the provider. Null: the provider has not said so, and has to.';
comment on column operator_session.browser is 'Such as "Firefox on Linux"; empty if unknown.';
create index operator_session_operator on operator_session (operator_id);
grant select, insert, update, delete on operator_session to lightstick_app;

create table operator_passkey (
	passkey_id integer generated always as identity primary key,
	operator_id integer not null references operator,
	credential_id text not null unique,
	public_key bytea not null,
	counter bigint not null,
	transports text[] not null,
	name text not null,
	created_at timestamptz not null default lightstick_now(),
	used_at timestamptz
);
comment on column operator_passkey.credential_id is 'In base64url, as browsers write it.';
comment on column operator_passkey.counter is 'The device''s signature counter. A counter that does not grow belongs to a copy. Devices without one always say 0.';
create index operator_passkey_operator on operator_passkey (operator_id);
grant select, insert, delete on operator_passkey to lightstick_app;
grant update (counter, used_at, name) on operator_passkey to lightstick_app;

create table operator_challenge (
	token_hash bytea not null references operator_session on delete cascade,
	purpose text not null check (purpose in ('add', 'step_up')),
	challenge text not null,
	expires_at timestamptz not null,
	primary key (token_hash, purpose)
);
comment on table operator_challenge is 'What a passkey has to sign: one per session and purpose. The row is deleted when the signature comes back.';
grant select, insert, update, delete on operator_challenge to lightstick_app;

create table operator_request (
	operator_id integer not null references operator,
	operation text not null,
	idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9_-]{22,36}$'),
	request_hash bytea not null,
	reply jsonb not null,
	created_at timestamptz not null default lightstick_now(),
	primary key (operator_id, operation, idempotency_key)
);
comment on table operator_request is 'Replies to operators'' requests, for retries. Only successes. Append-only.';
grant select, insert on operator_request to lightstick_app;

create table operator_saved_view (
	saved_view_id integer generated always as identity primary key,
	operator_id integer not null references operator,
	list text not null check (list ~ '^[a-z-]{1,30}$'),
	name text not null check (name <> ''),
	query text not null check (octet_length(query) <= 1000),
	unique (operator_id, list, name)
);
comment on table operator_saved_view is 'Filters, order and columns of a list, under a name. Deleted when the operator says so; the number is bounded per list.';
comment on column operator_saved_view.query is 'As in the address of the list.';
grant select, insert, delete on operator_saved_view to lightstick_app;
grant update (query) on operator_saved_view to lightstick_app;

create table operator_draft (
	operator_id integer not null references operator,
	form text not null check (char_length(form) <= 300),
	body text not null check (octet_length(body) <= 800000),
	seq integer not null default 1,
	saved_at timestamptz not null default lightstick_now(),
	primary key (operator_id, form)
);
comment on table operator_draft is 'Unsaved edits of a form of the console. Dropped when they are saved or discarded, and after 30 days.';
comment on column operator_draft.seq is 'Raised by each keeping: two tabs do not overwrite each other.';
grant select, insert, delete on operator_draft to lightstick_app;
grant update (body, seq, saved_at) on operator_draft to lightstick_app;

create table operator_setup (
	operator_id integer not null references operator,
	mark text not null check (mark in ('hidden', 'status_read')),
	marked_at timestamptz not null default lightstick_now(),
	primary key (operator_id, mark)
);
comment on table operator_setup is 'What an operator marked by hand on the setup checklist of the dashboard: hid it, read the status page. All other steps are read from what exists.';
grant select, insert, delete on operator_setup to lightstick_app;

create table alert (
	key text primary key,
	text text not null,
	path text not null,
	found_at timestamptz not null default lightstick_now(),
	sent_at timestamptz
);
comment on table alert is 'What the operators'' chat is told, once each: the key names the event. Deleted after 30 days.';
comment on column alert.sent_at is 'Null: waits, or was not taken and waits again. Who sends it holds the row meanwhile, so that no other process sends it too.';
grant select, insert, delete on alert to lightstick_app;
grant update (sent_at) on alert to lightstick_app;

create table audit_entry (
	audit_id bigint generated always as identity primary key,
	at timestamptz not null default lightstick_now(),
	operator_id integer references operator,
	action text not null,
	target text not null,
	before jsonb,
	after jsonb,
	why text
);
comment on table audit_entry is 'The audit trail: every action of operators, and who read personal data (one row per hour for a page or a person, however often it is shown). Append-only: a trigger refuses changes by the tables'' owner too (db/functions/refuse_change.sql).';
comment on column audit_entry.operator_id is 'Null: the site itself, by its configuration.';
create index audit_entry_at on audit_entry (at);
create index audit_entry_target on audit_entry (target, audit_id desc);
create index audit_entry_operator on audit_entry (operator_id, audit_id desc);
-- The approval rules read from the trail who could approve a day ago.
create index audit_entry_operator_change on audit_entry (at) where action = 'operator.change';
-- Suspensions of a day are counted together.
create index audit_entry_suspension on audit_entry (operator_id, at) where action in ('fan.suspend', 'fan.restore');
create index audit_entry_reads on audit_entry (operator_id, target, at)
	where action in ('fan.read', 'fan.list', 'order.read', 'order.list', 'case.read_votes', 'audit.export');
-- Reads of personal data far outnumber changes, and the trail shows one or the other.
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
grant select, insert on audit_entry to lightstick_app;

create table approval (
	approval_id uuid primary key default gen_random_uuid(),
	number bigint generated always as identity unique,
	kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
	payload jsonb not null,
	payload_hash text not null,
	why text not null,
	asked_by integer not null references operator,
	asked_at timestamptz not null default lightstick_now(),
	expires_at timestamptz not null,
	decision text check (decision in ('approved', 'rejected')),
	decided_by integer references operator,
	decided_at timestamptz,
	decided_why text,
	check (decision is distinct from 'approved' or decided_by <> asked_by)
);
comment on table approval is 'Changes that wait for a second operator.';
comment on column approval.number is 'Newer approvals have greater numbers. Lists are sorted by it.';
comment on column approval.kind is 'The contract has the closed list of kinds (contract/operator/approvals.ts).';
comment on column approval.decided_why is 'Why the second operator approved or rejected it, for the operator who made it.';
grant select, insert on approval to lightstick_app;
grant update (decision, decided_by, decided_at, decided_why) on approval to lightstick_app;
