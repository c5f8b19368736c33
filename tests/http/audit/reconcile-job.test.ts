/** The job and the command that audit the books. */
import { expect, it } from 'vitest';
import { runScript } from '../../../testkit/processes.ts';
import { reconcile } from '#server/audit/audit.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

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
	const { code, output } = await runScript('audit.ts', { DATABASE_URL: database.url });
	expect([code, output]).toEqual([1, expect.stringContaining('BROKEN every wallet is the sum of its ledger entries')]);
	expect(output).toContain('The books do NOT balance.');
	const known = () => database.db.query<{ broken: string[] }>({ text: 'select broken from reconciliation' });
	expect((await known())[0]?.broken).toContain('every wallet is the sum of its ledger entries');
	await database.owner.query({ text: 'update wallet set purchased = 5 where fan_id = $1', values: [ana.fanId] });
	expect(await reconcile(database.db, log as never)).toBe(true);
	expect(await known()).toEqual([{ broken: [] }]);
});
