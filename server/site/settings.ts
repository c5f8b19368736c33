/** The site's settings as operators see and change them. */
import type { Db } from '#server/db/pool.ts';
import { selectSite } from './sql.ts';

export interface SiteName {
	product: string;
	timezone: string;
	timezone_name: string;
}

export async function readSiteName(db: Db): Promise<SiteName> {
	const { product, timezone, timezoneName } = await selectSite(db);
	return { product, timezone, timezone_name: timezoneName };
}
