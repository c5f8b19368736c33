/** Birthday charts: proposed from the artists' birthdays, created with one click, published by an operator. */
import type { BirthdayProposal, ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { localTime, sql } from '#server/kernel/sql.ts';
import { enter } from './entries/entries.ts';
import { findLocked } from './rankings.ts';
import { makeRanking } from './make.ts';
import { presentRanking } from './present.ts';

/** A draft with all whose birthday it is. @throws {Problem} ranking_not_found for a month that nothing is proposed for */
export function makeProposed(db: Database, actor: Actor, month: string): Promise<ConsoleRanking> {
	return db.transaction(async (tx) => {
		const proposal = (await selectProposals(tx)).find((each) => each.month === month);
		if (!proposal) throw new Problem('ranking_not_found');
		const { ranking_key: key, title, starts_local, ends_local, artists } = proposal;
		await makeRanking(tx, actor, {
			ranking_key: key,
			ranking_type: 'birthday',
			draft: true,
			title,
			starts_local,
			ends_local,
			votes_per_fan_max: null,
			review_hours: 24,
			cover_media_id: null,
			cover_alt: '',
			cover_link_url: null,
		});
		const made = await findLocked(tx, key);
		await enter(tx, actor, made, { artistIds: artists.map(({ artist_id: artistId }) => artistId) });
		return presentRanking(await findLocked(tx, key));
	});
}

/** A day begins at a later time where clocks are set forward at midnight: there and back, the time is one that exists. */
const existing = (local: string) => localTime(`${local} at time zone timezone`);

/**
 * Returns proposals for the next two months, in the site's time zone. A month without birthdays has none. A chart can
 * begin tomorrow at the earliest.
 */
export function selectProposals(db: Db): Promise<BirthdayProposal[]> {
	return sql`with held as (
			select month, greatest(month - interval '1 month', date_trunc('day', here) + interval '1 day') as starts
			from (select lightstick_now() at time zone timezone as here from site_setting) site,
				generate_series(1, 2) ahead,
				lateral (select date_trunc('month', here) + make_interval(months => ahead) as month) months
		), proposed as (
			select month, starts, 'birthday-' || lower(to_char(month, 'FMMonth-YYYY')) as ranking_key, (
				select json_agg(json_build_object('artist_id', artist_id, 'en_name', en_name, 'birthday', birthday)
					order by extract(day from birthday), artist_id)
				from artist where kind = 'solo' and hidden_at is null
					and extract(month from birthday) = extract(month from month)
			) as artists
			from held where starts < month
		)
		select to_char(month, 'YYYY-MM') as month, ranking_key,
			to_char(month, 'FMMonth YYYY') || ' Birthdays' as title,
			${existing('starts')} as starts_local, ${existing('month')} as ends_local,
			artists, exists (select from ranking where ranking.ranking_key = proposed.ranking_key) as made
		from proposed cross join site_setting where artists is not null order by month`.all(db);
}
