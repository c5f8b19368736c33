-- Says whether a folded text holds what was typed into a search of a list. A keyboard writes other apostrophes, quotes and
-- hyphens than a title has. No character is a wildcard.
create or replace function holds(searched text, typed text) returns boolean language sql immutable parallel safe
	return position(translate(folded(typed), '’‘ʼ´`“”„‐‑–—', '''''''''''"""----') in translate(searched, '’‘ʼ´`“”„‐‑–—', '''''''''''"""----')) > 0;
