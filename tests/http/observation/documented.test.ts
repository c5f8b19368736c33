/** Every statement of the operating manual runs on the tables that there are. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { raw, sql } from '#server/kernel/database.ts';
import { ownDatabase } from '../../fixtures/database/database.ts';

const DOCS = join(import.meta.dirname, '../../../docs/operating');
/** They need a standby, no transaction, or a database of their own; tests/faults, and tests/promises/deploy.test.ts, have them. */
const ELSEWHERE =
	/^(?:select pg_promote|alter system|create (?:index|database)|drop role|select pg_reload_conf|select pg_is_in)/;

const database = ownDatabase();

async function statements(): Promise<string[]> {
	const pages = (await readdir(DOCS)).filter((name) => name.endsWith('.md'));
	const texts = await Promise.all(pages.map((name) => readFile(join(DOCS, name), 'utf8')));
	return texts.flatMap((text) => {
		const blocks = [...text.matchAll(/```sql\n([^`]*)```/g)].flatMap(([, block = '']) => block.split(';'));
		const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
		const all = [...blocks, ...inline].map((statement) => statement.trim());
		return all.filter((each) => /^(?:select|truncate|delete|update|alter|create|drop|grant) [^…<]*/.test(each));
	});
}

it('says statements that work', async () => {
	const found = (await statements()).filter((statement) => !ELSEWHERE.test(statement));
	expect(found.length).toBeGreaterThan(10);
	const failed: string[] = [];
	for (const [index, statement] of found.entries()) {
		const role = `manual_${process.pid}_${index}`;
		const text = statement
			.replace(/<id>/, '1')
			.replace(/(?<=create role )\w+/, role)
			.replace(/(?<=alter role |grant lightstick_app to )(?:<\w+>|\w+)/, role);
		const undone = new Error('undone');
		await database.owner
			.transaction(async (tx) => {
				if (!text.startsWith('create role')) await tx.query(sql`create role ${raw(role)}`);
				await tx.query({ text });
				throw undone;
			})
			.catch((error: Error) => void (error === undone || failed.push(`${statement}: ${error.message}`)));
	}
	expect(failed).toEqual([]);
});
