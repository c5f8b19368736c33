/** Single votes beside the load: how long after its answer each is under a published checkpoint. */
import { randomBytes } from 'node:crypto';
import { ARTISTS, FANS, RANKING, tokenOf } from './ground.ts';

/** So few that they are no load, and so many that a hundredth of them is more than one. */
const PROBES = 8;
const LOOK_AGAIN_MS = 10;

/** Milliseconds from each probe's answer, when its vote was just committed, to its first proof. */
export async function measurePublishing(address: string, seconds: number): Promise<number[]> {
	const until = performance.now() + seconds * 1000;
	const times: number[] = [];
	await Promise.all(
		Array.from({ length: PROBES }, async () => {
			while (performance.now() < until) times.push(await probe(`${address}/api/v1`));
		}),
	);
	return times;
}

async function probe(api: string): Promise<number> {
	const fan = tokenOf(1 + Math.floor(Math.random() * FANS));
	const tag = randomBytes(16).toString('base64url');
	const headers = { authorization: `Bearer ${fan}`, 'content-type': 'application/json' };
	const cast = await fetch(`${api}/rankings/vote/${RANKING}`, {
		method: 'POST',
		headers: { ...headers, 'idempotency-key': tag },
		body: JSON.stringify({ artist_id: 1 + Math.floor(Math.random() * ARTISTS), ticket_number: 1 }),
	});
	if (!cast.ok) throw new Error(`A probe was refused: ${await cast.text()}`);
	await cast.arrayBuffer();
	const answeredAt = performance.now();
	for (;;) {
		const asked = await fetch(`${api}/user/me/votes/${tag}/proof`, { headers });
		const { data } = (await asked.json()) as { data?: { proof: string | null } };
		if (typeof data?.proof === 'string') return performance.now() - answeredAt;
		await new Promise((resume) => void setTimeout(resume, LOOK_AGAIN_MS));
	}
}
