import { expect, it } from 'vitest';
import { ownDatabase } from '../../tests/fixtures/database/database.ts';
import { aColleague } from '../../tests/fixtures/operators/operators.ts';
import { lockOperator } from './sql.ts';

const database = ownDatabase();

it('an operator is locked while an audit entry of theirs is being written, so that neither waits for the other', async () => {
	const { db, owner } = database;
	const { operatorId } = await aColleague(owner, 'owner');
	await owner.transaction(async (writing) => {
		await writing.query({
			text: `insert into audit_entry (operator_id, action, target) values ($1, 'operator.sign_out', 'operator:1')`,
			values: [operatorId],
		});
		const locked = await db.transaction(async (tx) => {
			await tx.query({ text: `set local lock_timeout = '1s'` });
			return lockOperator(tx, operatorId);
		});
		expect(locked).toMatchObject({ operator_id: operatorId });
	});
});
