/** Publishes drafts, takes rankings back before their first vote, and deletes drafts that never opened. */
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { Database } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { changeAlone } from '../change.ts';
import { expectPeriod, findAlone } from '../find.ts';
import { mayBeUnpublished, presentRanking } from '../present.ts';
import * as sql from './sql.ts';

/** Shows a draft to fans as the operator saw it. From then on, the clock opens it. */
export function publishRanking(db: Database, actor: Actor, key: string, version: number): Promise<ConsoleRanking> {
	return changeAlone(db, actor, { key, action: 'ranking.publish' }, async (tx, row) => {
		if (!row.draft) throw new Problem('ranking_state');
		if (row.version !== version) throw new Problem('stale_edit');
		if (row.artistCount === 0) throw new Problem('ranking_incomplete');
		await expectPeriod(tx, row);
		await sql.updatePublished(tx, row.rankingId, true);
	});
}

/** Makes a ranking a draft again. The lock lets no vote in between the check and the change. */
export function unpublishRanking(db: Database, actor: Actor, key: string, why: string): Promise<ConsoleRanking> {
	return changeAlone(db, actor, { key, why, action: 'ranking.unpublish' }, async (tx, row) => {
		if (!mayBeUnpublished(row)) throw new Problem(row.voted ? 'ranking_has_votes' : 'ranking_state');
		await sql.updatePublished(tx, row.rankingId, false);
	});
}

/** Deletes a draft. The public log of a ranking that has opened stays, and so does the ranking. */
export function deleteRanking(db: Database, actor: Actor, key: string): Promise<{ ranking_key: string }> {
	return db.transaction(async (tx) => {
		const row = await findAlone(tx, key);
		if (!row.draft || (await sql.selectHasOpened(tx, row.rankingId))) throw new Problem('ranking_state');
		// Only now: a case that is being opened holds the row of a ranking with votes, and waits for the lock of findAlone.
		await sql.lockForDeletion(tx, row.rankingId);
		if (await sql.selectHasCard(tx, row.rankingId)) throw new Problem('ranking_in_use');
		await sql.deleteRanking(tx, row.rankingId);
		await record(tx, actor, { action: 'ranking.delete', target: `ranking:${key}`, before: presentRanking(row) });
		return { ranking_key: key };
	});
}
