/** In IndexedDB: the nonce that proves whose vote it was, and votes without a response, which are never sent twice. */
import type { VoteReceipt } from '#contract/voting.ts';

export interface Attempt {
	votes: number;
	expectedCost: number;
}

/** One key and the requests sent under it. At most one of them can ever be cast. */
export interface Ballot {
	key: string;
	nonce: Uint8Array;
	fan: string;
	rankingKey: string;
	artistId: number;
	attempts: Attempt[];
	/** Look-up key, present while it is unknown whether the ballot was cast. Stored on devices under this name. */
	place?: string;
	/** True if the ballot was sent at least once without an answer. */
	unanswered?: boolean;
	receipt?: VoteReceipt;
	/** The vote's line in the public list and its proof, once this device has checked them. */
	listed?: { leaf: string; proof: string };
}

export interface VoteMemory {
	findUnknown: (fan: string, rankingKey: string, artistId: number) => Promise<Ballot | undefined>;
	find: (key: string) => Promise<Ballot | undefined>;
	all: () => Promise<Ballot[]>;
	keep: (ballot: Ballot) => Promise<void>;
	forget: (key: string) => Promise<void>;
}

export const lookUpKeyOf = (fan: string, rankingKey: string, artistId: number): string =>
	`${fan}/${rankingKey}/${artistId}`;

const DATABASE = 'lightstick';
const STORE = 'ballots';

let opened: VoteMemory | undefined;

/** A store that is full, forbidden, broken or asleep must not keep a vote from being sent. */
const PATIENCE_MS = 3_000;

/** The memory of this device. What its store does not take is kept in memory of the page. */
export const deviceMemory = (): VoteMemory => (opened ??= openDeviceMemory());

function openDeviceMemory(): VoteMemory {
	const inPage = pageMemory();
	const store = openStore();
	const find = (ask: (ballots: IDBObjectStore) => IDBRequest<Ballot | undefined>) =>
		store('readonly', ask).catch(() => undefined);
	return {
		findUnknown: async (fan, rankingKey, artistId) =>
			(await inPage.findUnknown(fan, rankingKey, artistId)) ??
			find((ballots) => ballots.index('place').get(lookUpKeyOf(fan, rankingKey, artistId))),
		find: async (key) => (await inPage.find(key)) ?? find((ballots) => ballots.get(key)),
		all: async () => {
			const kept = await store<Ballot[]>('readonly', (ballots) => ballots.getAll()).catch(() => []);
			const newer = await inPage.all();
			return [...kept.filter(({ key }) => newer.every((ballot) => ballot.key !== key)), ...newer];
		},
		keep: async (ballot) => {
			await inPage.keep(ballot);
			await store('readwrite', (ballots) => ballots.put(ballot)).then(
				() => inPage.forget(ballot.key),
				(error: unknown) => console.warn('This device could not store the vote:', error),
			);
		},
		forget: async (key) => {
			await inPage.forget(key);
			await store('readwrite', (ballots) => ballots.delete(key)).catch(() => undefined);
		},
	};
}

export function pageMemory(): VoteMemory {
	const ballots = new Map<string, Ballot>();
	return {
		findUnknown: async (fan, rankingKey, artistId) =>
			[...ballots.values()].find(({ place }) => place === lookUpKeyOf(fan, rankingKey, artistId)),
		find: async (key) => ballots.get(key),
		all: async () => [...ballots.values()],
		keep: async (ballot) => void ballots.set(ballot.key, structuredClone(ballot)),
		forget: async (key) => void ballots.delete(key),
	};
}

function openStore() {
	const database = open();
	// Whoever asks hears of it.
	database.catch(() => undefined);
	let isAsleep = false;
	return <Result>(mode: IDBTransactionMode, ask: (ballots: IDBObjectStore) => IDBRequest<Result>): Promise<Result> =>
		new Promise((resolve, reject) => {
			const giveUp = () => reject(new Error('The store does not answer'));
			if (isAsleep) giveUp();
			const timer = setTimeout(() => {
				isAsleep = true;
				giveUp();
			}, PATIENCE_MS);
			const read = async () => {
				const change = (await database).transaction(STORE, mode);
				const request = ask(change.objectStore(STORE));
				// A full device refuses at the end.
				change.addEventListener('complete', () => {
					clearTimeout(timer);
					isAsleep = false;
					resolve(request.result);
				});
				change.addEventListener('abort', () => reject(change.error ?? new Error('The store has given up')));
			};
			read().catch(reject);
		});
}

async function open(): Promise<IDBDatabase> {
	const request = indexedDB.open(DATABASE, 1);
	request.addEventListener('upgradeneeded', () => {
		request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('place', 'place');
	});
	return new Promise((resolve, reject) => {
		request.addEventListener('success', () => resolve(request.result));
		request.addEventListener('error', () => reject(request.error ?? new Error('The store cannot be opened')));
	});
}
