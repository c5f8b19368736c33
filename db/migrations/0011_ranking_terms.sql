-- What a batch of votes has to know of a ranking, in one row instead of three joins. Triggers keep it: see
-- db/functions/ranking_terms.sql, which also fills it.
create table ranking_terms (
	ranking_id integer primary key references ranking,
	ranking_key text not null unique,
	starts_at timestamptz not null,
	ends_at timestamptz not null,
	gems_per_vote bigint not null,
	votes_per_fan_max bigint,
	published boolean not null,
	paused boolean not null,
	closed boolean not null
);
grant select, insert, update on ranking_terms to lightstick_app;
