-- The pattern of what was typed into a search of a list. A keyboard writes other apostrophes, quotes and hyphens than a title has.
-- No character is a wildcard.
create or replace function held(typed text) returns text language sql immutable parallel safe
	return regexp_replace(regexp_replace(regexp_replace(
		regexp_replace(searched(typed), '[].*+?^${}()|\\[]', '\\\&', 'g'),
		'[''’‘`]', '[''’‘`]', 'g'), '["“”„]', '["“”„]', 'g'), '[-‐‑–—]', '[-‐‑–—]', 'g');

-- Says whether a text in the form of searches holds what was typed. A prepared statement asks held() once instead, not for each row.
create or replace function holds(searched text, typed text) returns boolean language sql immutable parallel safe
	return searched ~ held(typed);
