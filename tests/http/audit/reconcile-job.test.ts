/** The job and the command that audit the books. */
import { expect, it } from 'vitest';
import { acknowledge, audit, reconcile, readClockSteps } from '#server/books/audit.ts';
import { TIME_RULES } from '#server/books/check.ts';
import { sql } from '#server/kernel/database.ts';
import { runScript } from '../../../testkit/processes.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

const said: unknown[] = [];
const log = { error: (fields: unknown) => said.push(fields), info: () => undefined };

const database = beforeTests(copyDatabase);

it('say nothing of honest books, and name the rule and the place when somebody has touched them', async () => {
	const ana = await aPerson(database.owner, 'ana', { earned: 10, purchased: 5 });
	expect(await reconcile(database.db, log as never)).toBe(true);
	expect(said).toEqual([]);
	await database.owner.query({ text: 'update wallet set purchased = 6 where fan_id = $1', values: [ana.fanId] });
	expect(await reconcile(database.db, log as never)).toBe(false);
	expect(said).toContainEqual({
		rule: 'every wallet is the sum of its ledger entries',
		broken: 1,
		example: expect.objectContaining({ fan_id: ana.fanId }),
	});
	await database.owner.query({ text: `insert into installation (public_url) values ('http://localhost:3000')` });
	const { code, output } = await runScript('audit.ts', { DATABASE_URL: database.url });
	expect([code, output]).toEqual([1, expect.stringContaining('BROKEN every wallet is the sum of its ledger entries')]);
	expect(output).toContain('The books do NOT balance.');
	const known = () => database.db.query<{ broken: string[] }>({ text: 'select broken from reconciliation' });
	expect((await known())[0]?.broken).toContain('every wallet is the sum of its ledger entries');
	await database.owner.query({ text: 'update wallet set purchased = 5 where fan_id = $1', values: [ana.fanId] });
	expect(await reconcile(database.db, log as never)).toBe(true);
	expect(await known()).toEqual([{ broken: [] }]);
});

it('takes note only of rules about times, and only where a step of the clock shows', async () => {
	const report = await audit(database.db);
	expect(report.findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...TIME_RULES]));
	const [late = ''] = TIME_RULES;
	const broken = (rule: string, count: number) => ({ rule, broken: count, example: null });
	const findings = [broken(late, 46), broken('every wallet is the sum of its ledger entries', 1)];
	const known = () => database.db.query({ text: 'select acknowledged from reconciliation' });
	expect(await acknowledge(database.db, { ...report, findings })).toEqual([]);
	expect(await known()).toEqual([{ acknowledged: {} }]);
	const clock = { steps: 3, longestMs: 600_000 };
	expect(await acknowledge(database.db, { ...report, findings, clock })).toEqual([late]);
	expect(await known()).toEqual([{ acknowledged: { [late]: 46 } }]);
	expect(await reconcile(database.db, log as never)).toBe(true);
});

it('finds a step of the clock in the wallet of one fan', async () => {
	const fans = await Promise.all(['bo', 'cy', 'di'].map((name) => aPerson(database.owner, name, { earned: 10 })));
	const steps = async () => (await database.db.transaction((tx) => readClockSteps(tx, 1))).steps;
	const before = await steps();
	for (const { fanId } of fans) {
		await sql`insert into ledger_entry select (jsonb_populate_record(entry, jsonb_build_object('seq', seq + 1,
				'created_at', created_at - interval '10 minutes'))).* from ledger_entry entry
				where fan_id = ${fanId} order by seq desc limit 1`.run(database.owner);
	}
	expect(await steps()).toBe(before + fans.length);
});
