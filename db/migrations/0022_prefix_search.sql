-- The console's search finds an item by the beginning of any word of its name, and an order by the beginning of its id.
-- locks: gem_order is the largest of these tables, and small: one row per order. No release has been upgraded yet.
create index ranking_words on ranking using gin (to_tsvector('simple', title || ' ' || replace(ranking_key, '-', ' ')));
create index artist_words on artist using gin (
	to_tsvector('simple', en_name || ' ' || coalesce(native_name, '') || ' ' || coalesce(sub_title, ''))
);
create index news_words on news using gin (to_tsvector('simple', title));
create index gem_order_start on gem_order (trade_no text_pattern_ops);
-- Disputes that the dashboard shows until the provider has decided them.
create index payment_dispute_open on payment_dispute (heard_at) where status in ('inquiry', 'open');
