/** Birthday charts: proposed from the artists' birthdays, created with one click, published by an operator. */
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { Database } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { selectProposals } from './sql.ts';
import { enter } from '../entries/entries.ts';
import { findAlone } from '../find.ts';
import { makeRanking } from '../make.ts';
import { presentRanking } from '../present.ts';

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
		const made = await findAlone(tx, key);
		await enter(tx, actor, made, { artistIds: artists.map(({ artist_id: artistId }) => artistId) });
		return presentRanking(await findAlone(tx, key));
	});
}
