/** Names of what audit entries point to, and the other way round: fans by the beginning of a name. */
import { INTEGER_MAX } from '#contract/values/shapes.ts';
import { recordRead, type Reader } from '#server/audit-trail/personal-data.ts';
import type { Database } from '#server/kernel/database.ts';
import { selectNames } from './names-sql.ts';
import { meaningOf } from './rules.ts';
import { selectFansByStart } from './sql.ts';

/**
 * Returns names by target (`noun:id`). Fans are named only to operators who may read personal data; the trail records
 * which.
 */
export async function readNames(db: Database, reader: Reader, targets: string[]): Promise<Map<string, string>> {
	const idsOf = (noun: string) => [
		...new Set(
			targets.filter((target) => target.startsWith(`${noun}:`)).map((target) => target.slice(noun.length + 1)),
		),
	];
	const numbersOf = (noun: string, max: number) =>
		idsOf(noun)
			.map(Number)
			.filter((id) => Number.isInteger(id) && id > 0 && id <= max);
	const rows = await selectNames(db, {
		fans: reader.readsPersonalData ? numbersOf('fan', Number.MAX_SAFE_INTEGER) : [],
		rankings: idsOf('ranking'),
		artists: numbersOf('artist', INTEGER_MAX),
		articles: numbersOf('news', INTEGER_MAX),
		operators: numbersOf('operator', INTEGER_MAX),
		invitations: numbersOf('invitation', INTEGER_MAX),
	});
	const fanIds = rows.filter(({ target }) => target.startsWith('fan:')).map(({ target }) => Number(target.slice(4)));
	await recordRead(db, reader, { action: 'fan.list', target: 'audit', fanIds });
	return new Map(rows.map(({ target, name }) => [target, name]));
}

/** Returns the targets of at most five fans whose name or address begins with the text. */
export async function findFanTargets(db: Database, reader: Reader, text: string): Promise<string[]> {
	const { fan } = meaningOf(text);
	if (fan === null || !reader.readsPersonalData) return [];
	return (await selectFansByStart(db, fan)).map(({ fanId }) => `fan:${fanId}`);
}
