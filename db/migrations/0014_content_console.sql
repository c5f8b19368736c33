-- Content in the hands of operators: edits that know what they began from, things that are hidden or scheduled.

alter table artist add column version integer not null default 1;
alter table news add column version integer not null default 1;
alter table news_category add column version integer not null default 1;
alter table banner add column version integer not null default 1;
alter table pop_up add column version integer not null default 1;
alter table view_page add column version integer not null default 1;
alter table goods add column version integer not null default 1;
alter table site_setting add column version integer not null default 1;
-- Of what stands in tables of its own and is edited as a whole.
alter table site_setting add column entry_cards_version integer not null default 1;
alter table site_setting add column check_in_version integer not null default 1;

-- Null: at once, and for good.
alter table banner add column starts_at timestamptz;
alter table banner add column ends_at timestamptz check (ends_at > starts_at);
alter table pop_up add column hidden_at timestamptz;
alter table view_page add column hidden_at timestamptz;

create index artist_name on artist (lower(en_name), artist_id);
create index news_all_latest on news (published_at desc, news_id desc);
