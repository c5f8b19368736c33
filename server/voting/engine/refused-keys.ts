/** Keys that were refused on a retry; see `cast_votes`. */
import type { Db } from '#server/kernel/database.ts';

/** Longer than any process keeps a vote without a waiting client: a batch fails after seconds. */
const KEPT_HOURS = 24;

export async function forgetRefusedKeys(db: Db): Promise<void> {
	await db.query({
		text: `delete from refused_key where refused_at < lightstick_now() - make_interval(hours => $1)`,
		values: [KEPT_HOURS],
	});
}
