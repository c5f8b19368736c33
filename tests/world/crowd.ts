/** Many fans who vote at once and try again, each vote under its own key, until they know what became of it. */
import { Agent, request } from 'node:http';
import { aKey, type Person } from './people.ts';

export interface Wish {
	fan: Person;
	key: string;
	rankingKey: string;
	artistId: number;
	votes: number;
	/** All that the crowd was told that it can build on: a success, the slug of a refusal. */
	told: Set<'cast' | (string & {})>;
}

export interface Crowd {
	wishes: Wish[];
	/** Ends when every wish is known, or gives up long after anything should have been answered. */
	done: Promise<void>;
	countOf(told: string): number;
}

interface CrowdTraits {
	fans: readonly Person[];
	/** Wishes are made until there are so many, or until the time is over. */
	wishesMax: number;
	forMs: number;
	/** Or until this says no. */
	goesOn?: () => boolean;
	/** Wishes at once. */
	atOnce: number;
	/** A pause before each wish, for a steady rate. */
	pauseMs?: number;
	/** Where to vote now: `address` may be another one next time. */
	address: () => string;
	/** What to vote for. */
	choose: () => { rankingKey: string; artistId: number };
}

const TRY_AGAIN_MS = 60_000;
const AGAIN_AFTER_MS = 60;
const VOTES_MAX = 50;
/** One in so many wishes is sent twice, at once or a moment later, and one in so many earlier ones again. */
const TWICE = 10;
const MOMENT_MS = 20;

export function gather(traits: CrowdTraits): Crowd {
	const wishes: Wish[] = [];
	const agent = new Agent({ keepAlive: true, maxSockets: traits.atOnce });
	const until = performance.now() + traits.forMs;
	const any = (most: number) => Math.floor(Math.random() * most);

	async function voter(): Promise<void> {
		while (wishes.length < traits.wishesMax && performance.now() < until && (traits.goesOn?.() ?? true)) {
			if (traits.pauseMs) await pause(traits.pauseMs);
			const fan = traits.fans[any(traits.fans.length)] as Person;
			const wish: Wish = { fan, key: aKey(), ...traits.choose(), votes: 1 + any(VOTES_MAX), told: new Set() };
			wishes.push(wish);
			const others = any(TWICE) === 0 ? [pause(any(MOMENT_MS)).then(() => ask(wish))] : [];
			await Promise.all([pursue(wish), ...others]);
			if (any(TWICE) === 0) await pursue(wishes[any(wishes.length)] as Wish);
		}
	}

	async function pursue(wish: Wish): Promise<void> {
		const giveUp = performance.now() + TRY_AGAIN_MS;
		while (!(await ask(wish)) && performance.now() < giveUp) await pause(AGAIN_AFTER_MS * (0.5 + Math.random()));
	}

	/** Whether there was an answer to build on. */
	async function ask({ fan, key, rankingKey, artistId, votes, told }: Wish): Promise<boolean> {
		const body = JSON.stringify({ artist_id: artistId, ticket_number: votes });
		const answer = await post(`${traits.address()}/api/v1/rankings/vote/${rankingKey}`, body, {
			authorization: `Bearer ${fan.token}`,
			'idempotency-key': key,
			'content-type': 'application/json',
		});
		if (answer === null || answer.status >= 500) return false;
		told.add(answer.status === 200 ? 'cast' : String((JSON.parse(answer.text) as { error?: string }).error));
		return true;
	}

	function post(url: string, body: string, headers: Record<string, string>) {
		return new Promise<{ status: number; text: string } | null>((resolve) => {
			const sent = request(url, { method: 'POST', agent, headers, timeout: 15_000 }, (response) => {
				let text = '';
				response.on('data', (chunk: Buffer) => (text += String(chunk)));
				response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
				response.on('error', () => resolve(null));
			});
			sent.on('timeout', () => sent.destroy());
			sent.on('error', () => resolve(null));
			sent.end(body);
		});
	}

	const done = Promise.all(Array.from({ length: traits.atOnce }, voter)).then(() => agent.destroy());
	return { wishes, done, countOf: (told) => wishes.filter((wish) => wish.told.has(told)).length };
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
