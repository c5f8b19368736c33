/** One vote over fetch, for benches that time single votes. */
import { randomBytes } from 'node:crypto';
import { RANKING } from './ground.ts';

/** @throws {Error} if the vote is refused */
export async function castVote(api: string, token: string): Promise<void> {
	const key = randomBytes(16).toString('base64url');
	const response = await fetch(`${api}/rankings/vote/${RANKING}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
		body: JSON.stringify({ artist_id: 1, ticket_number: 1 }),
	});
	if (!response.ok) throw new Error(`The vote was refused: ${await response.text()}`);
	await response.arrayBuffer();
}
