/** What `npm run after-restore` does to sessions, which a restore brings back to life. */
import { expect, it } from 'vitest';
import { endSessions } from '../../../scripts/lib/end-sessions.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';

const database = beforeTests(copyDatabase);

it('ends every session of fans and operators, and prints who and what is to be confirmed', async () => {
	const fans = [await aPerson(database.owner, 'a fan'), await aPerson(database.owner, 'held', { suspended: true })];
	const operators = [await aColleague(database.owner, 'owner'), await aColleague(database.owner, 'viewer')];
	const lines: string[] = [];
	await endSessions(database.url, (line) => void lines.push(line));
	const site = await openSite({ database });
	for (const { token } of fans) expect((await site.ask({ path: '/user/me', token })).status).toBe(401);
	for (const { cookie } of operators) {
		const answer = await site.ask({ path: '/console/me', headers: { cookie } });
		expect(answer.status).toBe(401);
	}
	await site.close();
	const text = lines.join('\n');
	expect(text).toContain('Ended 2 sessions of fans and 2 of operators');
	expect(text).toContain('Operators, with their role and passkeys: 2');
	expect(text).toMatch(/, owner, passkeys: /);
	expect(text).toContain(`Suspended fans, by number: 1\n    ${fans[1]?.fanId}`);
	expect(text).toContain('Open invitations: none');
});
