import type { Db } from '#server/kernel/database.ts';

/** Returns the last supply leaf of each day of the site's time zone, of the last `days` days. The oldest come first. */
export function selectSupplyByDay(db: Db, days: number): Promise<{ day: string; leaf: Buffer }[]> {
	return db.query({
		text: `select distinct on (day) day::text, leaf from (
				select (appended_at at time zone timezone)::date as day, index, leaf from anchor_leaf cross join site_setting
				where kind = 'supply' and appended_at > lightstick_now() - make_interval(days => $1)
			) recent order by day, index desc`,
		values: [days + 1],
	});
}
