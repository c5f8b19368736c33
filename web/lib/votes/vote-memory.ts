/**
 * Stores this device's votes (IndexedDB): the nonce behind each key, which later proves whose vote it was, and the
 * votes that were sent without a response, so that they are never sent twice.
 */
import type { VoteReceipt } from '#contract/voting.ts';

/** One body that was sent under a ballot's key. */
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
	/** Returns the fan's ballot for this artist whose outcome is unknown. */
	findUnknown: (fan: string, rankingKey: string, artistId: number) => Promise<Ballot | undefined>;
	/** Returns the ballot of this key, whoever cast it on this device. */
	find: (key: string) => Promise<Ballot | undefined>;
	all: () => Promise<Ballot[]>;
	keep: (ballot: Ballot) => Promise<void>;
	forget: (key: string) => Promise<void>;
}

export function lookUpKeyOf(fan: string, rankingKey: string, artistId: number): string {
	return `${fan}/${rankingKey}/${artistId}`;
}

const DATABASE = 'lightstick';
const STORE = 'ballots';

let opened: VoteMemory | undefined;

/** The memory of this device. Falls back to memory of the page if the browser refuses storage. */
export function deviceMemory(): VoteMemory {
	return (opened ??= openDeviceMemory());
}

function openDeviceMemory(): VoteMemory {
	const inPage = pageMemory();
	const database = open().catch(() => null);
	return {
		findUnknown: async (fan, rankingKey, artistId) => {
			const store = (await database)?.transaction(STORE).objectStore(STORE);
			if (!store) return inPage.findUnknown(fan, rankingKey, artistId);
			return done<Ballot | undefined>(store.index('place').get(lookUpKeyOf(fan, rankingKey, artistId)));
		},
		find: async (key) => {
			const store = (await database)?.transaction(STORE).objectStore(STORE);
			return store ? done<Ballot | undefined>(store.get(key)) : inPage.find(key);
		},
		all: async () => {
			const store = (await database)?.transaction(STORE).objectStore(STORE);
			return store ? done<Ballot[]>(store.getAll()) : inPage.all();
		},
		keep: async (ballot) => {
			const store = (await database)?.transaction(STORE, 'readwrite').objectStore(STORE);
			await (store ? done(store.put(ballot)) : inPage.keep(ballot));
		},
		forget: async (key) => {
			const store = (await database)?.transaction(STORE, 'readwrite').objectStore(STORE);
			await (store ? done(store.delete(key)) : inPage.forget(key));
		},
	};
}

/** In memory, until the page closes. */
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

async function open(): Promise<IDBDatabase> {
	const request = indexedDB.open(DATABASE, 1);
	request.addEventListener('upgradeneeded', () => {
		request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('place', 'place');
	});
	return done(request);
}

async function done<Result>(request: IDBRequest<Result>): Promise<Result> {
	return new Promise((resolve, reject) => {
		request.addEventListener('success', () => resolve(request.result));
		request.addEventListener('error', () => reject(request.error ?? new Error('This device could not store the vote')));
	});
}
