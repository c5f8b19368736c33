-- A ranking that operators still work on: fans, search engines and the clock know nothing of it until it is published.

-- Null: a draft. Publishing is for good.
alter table ranking add column published_at timestamptz default lightstick_now();
update ranking set published_at = created_at;
