/** A few demo fans who vote now and then while the trial runs, through the public calls: its charts are alive. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getChart } from '#contract/rankings.ts';
import { getSite } from '#contract/site.ts';
import { OF_JOBS } from '#server/db/connect.ts';
import { openDatabase } from '#server/db/pool.ts';
import { hashSecret, newSecret } from '#server/kernel/caller.ts';
import { sql } from '#server/kernel/database.ts';
import { type Random, randomFrom } from '../../demo/random.ts';

export const CROWD_SIZE = 120;
const SEED = 1;
/** Milliseconds between two votes. */
const PAUSE = [2_000, 6_000] as const;
const VOTES_MAX = 9;
/** Share of the votes that go to the artist who is nearest to the next rank. */
const CHASES = 0.4;

export interface Crowd {
	stop(): Promise<void>;
}

/**
 * Signs fans of the demo content in, who have no other way to. Returns their tokens: none on a database that holds no demo
 * content.
 */
export async function signInCrowd(ownerUrl: string): Promise<string[]> {
	const sessions = Array.from({ length: CROWD_SIZE }, newSecret);
	await using db = openDatabase(ownerUrl, { role: null, timeouts: OF_JOBS });
	const opened = await sql`insert into session (token_hash, fan_id, provider, browser_hash, activated_at, expires_at)
		select hash, fan_id, 'google', ${randomBytes(32)}, lightstick_now(), lightstick_now() + interval '1 day'
		from unnest(${sessions.map(hashSecret)}::bytea[]) with ordinality token (hash, place)
		join (select fan_id, row_number() over (order by earned desc, fan_id) as place from wallet join fan using (fan_id)
			where registered and not suspended and not frozen and erased_at is null
				and not exists (select from fan_identity where fan_identity.fan_id = wallet.fan_id)
				and exists (select from installation where demo)) chosen using (place)
		returning 1 as opened`.all<{ opened: 1 }>(db);
	return sessions.slice(0, opened.length);
}

/** Votes until it is stopped, or until nobody has gems left. */
export function beginCrowd(origin: string, tokens: readonly string[]): Crowd {
	const leaving = new AbortController();
	const ended = voteOn(`${origin}/api/v1`, [...tokens], leaving.signal).catch((error: unknown) => {
		if (!leaving.signal.aborted) console.warn('The demo fans have stopped voting:', error);
	});
	return {
		async stop() {
			leaving.abort();
			await ended;
		},
	};
}

async function voteOn(api: string, tokens: string[], signal: AbortSignal): Promise<void> {
	const random = randomFrom(`crowd ${SEED}`);
	while (tokens.length > 0) {
		await pause(random.whole(...PAUSE), undefined, { signal });
		const site = await read<ReplyOf<typeof getSite>>(`${api}${getSite.path}`, signal);
		if (!site || site.rank_entry_configs.length === 0) continue;
		const { rank_key: key } = random.pick(site.rank_entry_configs);
		const chart = await read<ReplyOf<typeof getChart>>(`${api}${getChart.path}?ranking_key=${key}`, signal);
		if (!chart || chart.ranking_config.status !== 'ongoing' || chart.artist_list.length === 0) continue;
		const fan = random.whole(0, tokens.length - 1);
		const { status } = await fetch(`${api}/rankings/vote/${key}`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${tokens[fan]}`,
				'content-type': 'application/json',
				'idempotency-key': randomBytes(16).toString('base64url'),
			},
			body: JSON.stringify({
				artist_id: chosen(chart.artist_list, random),
				ticket_number: random.whole(1, VOTES_MAX),
			}),
			signal,
		});
		// Their gems are spent.
		if (status === 400) tokens.splice(fan, 1);
	}
}

/** Null if the site does not answer just now. */
async function read<Data>(url: string, signal: AbortSignal): Promise<Data | null> {
	const response = await fetch(url, { signal });
	return response.ok ? ((await response.json()) as { data: Data }).data : null;
}

/** Popular artists have the larger fandoms. */
function chosen(list: ReplyOf<typeof getChart>['artist_list'], random: Random): number | undefined {
	if (!random.chance(CHASES)) return list[Math.floor(list.length * random.next() ** 2.2)]?.artist_id;
	const gaps = list.map(({ tickets }, index) => (list[index - 1]?.tickets ?? Infinity) - tickets);
	return list[gaps.indexOf(Math.min(...gaps))]?.artist_id;
}
