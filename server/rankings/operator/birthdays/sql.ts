/** The statement that proposes birthday charts. */
import type { BirthdayProposal } from '#contract/operator/rankings/rankings.ts';
import type { Db } from '#server/kernel/database.ts';

/**
 * Returns proposals for the next two months, in the site's time zone. A month without birthdays has none. A chart can
 * begin tomorrow at the earliest.
 */
export function selectProposals(db: Db): Promise<BirthdayProposal[]> {
	return db.query<BirthdayProposal>({
		text: `with held as (
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
			select to_char(month, 'YYYY-MM') as month, ranking_key, to_char(month, 'FMMonth YYYY') || ' Birthdays' as title,
				to_char(starts, 'YYYY-MM-DD"T"HH24:MI') as starts_local, to_char(month, 'YYYY-MM-DD"T"HH24:MI') as ends_local,
				artists, exists (select from ranking where ranking.ranking_key = proposed.ranking_key) as made
			from proposed where artists is not null order by month`,
	});
}
