/** Sums of a day are counted one after the other. */
import { expect, it } from 'vitest';
import { ownDatabase } from '../../tests/fixtures/database/database.ts';
import { selectBoundSharers } from './approvals.ts';

/** PostgreSQL's lock_not_available. */
const LOCK_TIMEOUT = '55P03';
const [OPERATOR, OTHER] = [7, 8];

const database = ownDatabase();

/** What a second transaction gets while a first one of OPERATOR is not over. */
function boundBesides(operatorId: number): Promise<number[]> {
	const { owner } = database;
	return owner.transaction(async (first) => {
		expect(await selectBoundSharers(first, OPERATOR)).toEqual([OPERATOR]);
		return owner.transaction(async (second) => {
			await second.query({ text: 'set local lock_timeout = 100' });
			return selectBoundSharers(second, operatorId);
		});
	});
}

it('of one operator one transaction counts them at a time', async () => {
	await expect(boundBesides(OPERATOR)).rejects.toMatchObject({ code: LOCK_TIMEOUT });
});

it('another operator does not wait', async () => {
	expect(await boundBesides(OTHER)).toEqual([OTHER]);
});
