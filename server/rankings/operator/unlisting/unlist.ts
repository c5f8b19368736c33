/** Removes artists from every ranking that has not opened. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, unlistArtists as call } from '#contract/operator/lists/bulk.ts';
import { changeEach } from '#server/audit-trail/bulk.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import { removeFrom } from '../entries/entries.ts';
import { find } from '../find.ts';
import { isFrozen } from '../present.ts';
import { selectListings } from '../sql.ts';

export function unlistArtists(
	db: Database,
	actor: Actor,
	{ artist_ids: artistIds, dry_run: isDryRun }: CheckedInputOf<typeof call>['body'],
): Promise<{ results: BulkResult[] }> {
	const items = artistIds.map((id) => ({ id }));
	return changeEach(db, items, async (tx, { id }) => {
		const keys = await selectListings(tx, id);
		const toCome: string[] = [];
		for (const key of keys) if (!isFrozen(await find(tx, key))) toCome.push(key);
		if (keys.length > 0 && toCome.length === 0) throw new Problem('artist_in_ranking');
		// One that opens at this moment refuses, and the artist stays in all of them.
		if (!isDryRun) for (const key of toCome) await removeFrom(tx, actor, key, id);
		return { outcome: toCome.length === 0 ? 'unchanged' : 'changed', version: null };
	});
}
