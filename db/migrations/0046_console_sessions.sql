-- Console sessions: entered by a passkey, listed for their operator, forgotten in time.

alter table operator_session
	-- Names a session where its operator sees it: never its token.
	add column session_id integer generated always as identity unique,
	-- When a passkey was first used on it. Null: it has not been, and the session does next to nothing.
	add column entered_at timestamptz,
	-- When the person last proved who they are at the provider. Null: the provider has not said, and has to.
	add column authenticated_at timestamptz,
	-- Such as "Firefox on Linux"; empty: unknown.
	add column browser text not null default '';

-- Sessions of before end: their operators sign in again, and then with a passkey.
update operator_session set ended_at = lightstick_now() where ended_at is null;
