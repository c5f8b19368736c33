/** Exports a ranking's result as a file. */
import type { Db } from '#server/kernel/database.ts';
import { csv } from '#server/kernel/csv.ts';
import { ranked } from '../rules.ts';
import { selectResult, selectStandings } from '../sql.ts';
import { stageOf, statusOf } from './present.ts';
import { find } from './rankings.ts';

export interface ResultFile {
	name: string;
	type: string;
	text: string;
}

/** Returns the certified list, or the current standings. */
export async function exportResults(db: Db, rankingKey: string, format: 'csv' | 'json'): Promise<ResultFile> {
	const row = await find(db, rankingKey);
	const rows = ranked(await (row.certified ? selectResult : selectStandings)(db, row.rankingId)).map((entry) => ({
		rank: entry.rank,
		artist_id: entry.artistId,
		en_name: entry.enName,
		native_name: entry.nativeName ?? '',
		sub_title: entry.subTitle ?? '',
		tickets: entry.tickets,
	}));
	if (format === 'json') {
		const head = {
			ranking_key: rankingKey,
			title: row.title,
			status: statusOf(row),
			stage: stageOf(row),
		};
		const text = JSON.stringify({ ...head, time: Math.floor(row.now / 1000), results: rows }, null, '\t');
		return { name: `${rankingKey}.json`, type: 'application/json', text };
	}
	const heading = ['rank', 'artist_id', 'en_name', 'native_name', 'sub_title', 'tickets'] as const;
	const cells = rows.map((entry) => heading.map((column) => entry[column]));
	return { name: `${rankingKey}.csv`, type: 'text/csv', text: csv(heading, cells) };
}
