/** Hides several artists from fans, or shows them. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, setArtistsHidden as call } from '#contract/operator/lists/bulk.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { expectLatest } from '#server/audit-trail/edit.ts';
import { changeEach } from '#server/audit-trail/bulk.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';

export function setArtistsHidden(
	db: Database,
	actor: Actor,
	{ items, hidden, dry_run: isDryRun }: CheckedInputOf<typeof call>['body'],
): Promise<{ results: BulkResult[] }> {
	return changeEach(db, items, async (tx, { id, version }) => {
		const before = await sql.lockArtist(tx, id);
		if (before?.hidden === hidden) return { outcome: 'unchanged', version: before.version };
		expectLatest(before, { version, missing: 'artist_not_found' });
		if (hidden && (await sql.selectIsListed(tx, id))) throw new Problem('artist_in_ranking');
		if (isDryRun) return { outcome: 'changed', version };
		await sql.updateHidden(tx, id, hidden);
		const after = { hidden, version: version + 1 };
		const action = hidden ? 'artist.hide' : 'artist.show';
		await record(tx, actor, { action, target: `artist:${id}`, before: { hidden: !hidden, version }, after });
		return { outcome: 'changed', version: after.version };
	});
}
