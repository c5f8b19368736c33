-- What all other tables need: the clock, the application's role, and two tables of the whole installation.

do $$
begin
	-- cast_votes returns the row as it was before an update.
	if current_setting('server_version_num')::integer < 180000 then
		raise exception 'Lightstick needs PostgreSQL 18 or later';
	end if;
end
$$;

-- Defaults of tables call it, so it stands here and not in db/functions.
create function lightstick_now() returns timestamptz language sql volatile parallel safe
	return clock_timestamp();
comment on function lightstick_now is 'Every SQL statement reads the time here. Tests replace it in their template database to turn the clock by hand; a test and /readyz compare it with this definition.';

-- Indexes use the functions of the searches, so they stand here and not in db/functions.
create function folded(given text) returns text language sql immutable strict parallel safe
	return case when given ~ '^[!-~]*( [!-~]+)*$' then lower(left(given, 600) collate pg_unicode_fast) else
		left(trim(regexp_replace(normalize(replace(replace(
			casefold(regexp_replace(normalize(given, NFKC),
				'[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
				'', 'g') collate pg_unicode_fast),
			'ı', 'i'), U&'i\0307', 'i'), NFKC), '[\u0009-\u000D\u0020\u1680\u2028\u2029]+', ' ', 'g')), 600)
	end;
comment on function folded is 'The form in which texts are compared: case, width, composition and kinds of space make no difference, whatever the locale of the database is. fold of contract/values/text.ts is the same rule, and a test compares the two. At most 600 characters, because an index holds no more.';

create function searched(given text) returns text language sql immutable strict parallel safe
	return normalize(regexp_replace(normalize(translate(
		replace(folded(given), U&' \0301', ''''),
		'ʼđðłøħŧァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
		'''ddlohtぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'), NFD), '[\u0300-\u036F]', '', 'g'), NFC);
comment on function searched is 'The form in which texts are searched: folded, and neither accents make a difference (rose finds Rosé) nor the two kinds of kana. searched of contract/values/text.ts is the same rule, and a test compares the two.';

create function search_words(given text) returns text[] language sql immutable strict parallel safe
	return (
		select coalesce(array_agg(distinct left(word, 400)), '{}')
		from regexp_split_to_table(searched(given), ' ') part,
			lateral regexp_split_to_table(case
				when part ~ '[^[:punct:]]' collate pg_c_utf8 then regexp_replace(part collate pg_c_utf8, '[[:punct:]]+', ' ', 'g')
				else part end, ' ') word
		where word <> ''
	);
comment on function search_words is 'The words of a text, for the index and for the query: cut at spaces and at signs. Signs alone are a word.';

create function search_index(given text) returns tsvector language sql immutable strict parallel safe
	return (
		select coalesce(array_to_tsvector(array_agg(distinct lexeme)), '')
		from (
			select left(regexp_replace(part collate pg_c_utf8, '[[:punct:]]+', '', 'g'), 400) as lexeme
			from regexp_split_to_table(searched(given), ' ') part
			union all
			select word from unnest(search_words(given)) word
			union all
			select substr(word, at) from unnest(search_words(given)) word, generate_series(2, length(word)) at
			where substr(word, at - 1, 2) ~ '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\U00020000-\U0003FFFF]'
		) found
		where lexeme <> ''
	);
comment on function search_index is 'What a search finds a text by: the beginnings of its words, of parts without their signs (A.B. as ab), and of each character in scripts that write no spaces, with what follows it (노바NOVA as nova).';

create function search_query(given text) returns tsquery language sql immutable strict parallel safe
	return (
		select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
		from unnest(search_words(given)) word
	);
comment on function search_query is 'Finds the texts that have a word beginning with each word of the given text. Null if it has none.';

create function starting(given text) returns text language sql immutable strict parallel safe
	return regexp_replace(nullif(given, ''), '([\\%_])', '\\\1', 'g') || '%';
comment on function starting is 'A pattern for like: texts that begin with the given text, in the form of the column. Null without one.';

-- The application's role. It can change only what it is granted; that makes the books append-only for it.
-- Roles belong to the whole server: a migration of another database may create it at the same moment.
do $$
begin
	if not exists (select from pg_roles where rolname = 'lightstick_app') then
		create role lightstick_app nologin;
	end if;
exception
	when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
	if not pg_has_role(current_user, 'lightstick_app', 'member') then
		execute format('grant lightstick_app to %I', current_user);
	end if;
end
$$;

grant usage on schema public to lightstick_app;
-- /readyz compares the applied migrations with those of its version.
grant select on migration, function_file to lightstick_app;

create table installation (
	only_row boolean primary key default true check (only_row),
	public_url text not null,
	mark text,
	demo boolean not null default false
);
comment on table installation is 'The site that this database belongs to, from its first start on. A second site on the same database is refused: see server/db/installation.ts. Only the owner of the tables writes it.';
comment on column installation.public_url is 'Origin under which fans reach the site.';
comment on column installation.mark is '`npm run init` writes it here and beside the pictures and public logs. A public site starts only if both are the same. Null: the site was used on one machine only.';
comment on column installation.demo is 'Demo content was planted. A public site refuses such a database.';
grant select on installation to lightstick_app;

create table media (
	media_id text primary key,
	width integer not null,
	height integer not null,
	created_at timestamptz not null default lightstick_now()
);
comment on table media is 'Stored pictures. media_id is the hash of the content.';
grant select, insert on media to lightstick_app;
