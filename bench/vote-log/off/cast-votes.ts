/** Takes the log out of the function that casts votes: no leaf is written, and a vote knows no batch. */
import type { Database } from '#server/kernel/database.ts';

/** What is replaced in each function, and by what. */
const WITHOUT_LOG: Record<string, readonly [RegExp, string][]> = {
	cast_votes: [
		// From the leaves of a batch up to the next part of the statement.
		[/logged as \([\s\S]*?\n\t\),\n(?=\tbooked as)/, ''],
		[
			/batch_id, place\n(\s+)from counted join logged using \(ranking_id\)/,
			'null::bigint, null::integer\n$1from counted',
		],
	],
};

/** @throws {Error} if a function does not look as expected any more */
export async function castWithoutLog(db: Database): Promise<void> {
	for (const [name, replacements] of Object.entries(WITHOUT_LOG)) {
		const [found] = await db.query<{ text: string }>({
			text: 'select pg_get_functiondef(oid) as text from pg_proc where proname = $1',
			values: [name],
		});
		let text = found?.text ?? '';
		for (const [pattern, without] of replacements) {
			if (!pattern.test(text)) throw new Error(`${name} writes its leaves in another way`);
			text = text.replace(pattern, without);
		}
		await db.query({ text });
	}
}
