/** Sessions: a random token, stored as a hash. It is inert until the browser that began the sign-on takes it up. */
import { createHmac, randomBytes } from 'node:crypto';
import { batcher, Latest } from '#server/kernel/cache.ts';
import type { Bearer, Caller, FanKey, ReadWithSession } from '#server/kernel/caller.ts';
import { bearerToken, hashSecret } from '#server/kernel/caller.ts';
import { type Database, type Db, type Tx, sql as statement } from '#server/kernel/database.ts';
import { againIfLost } from '#server/db/lost.ts';
import { network24, tiersOf } from '#server/kernel/network-address.ts';
import * as sql from './sql.ts';

/** Maximum delay with which other processes notice a log-out or a completed registration. */
const CACHE_AGE_MAX_MS = 1_000;
/** Age limit of a cached session for calls that check by themselves that the session is alive. */
const RECALL_AGE_MAX_MS = 600_000;
const CACHE_ENTRIES_MAX = 100_000;
/** Pause between two statements that look up tokens of suspect addresses. */
const SUSPECTS_PAUSE_MS = 20;
const SIGN_INS_AT_ONCE_MAX = 20;

export type Sessions = ReturnType<typeof readSessions>;

/**
 * Looks sessions up by hash, in batches, through a cache of at most a second: at a deadline nearly every vote comes
 * from another fan. Unknown tokens from an address that sent many of them wait in a queue of their own. So they do not
 * slow down the others, and a fan who shares that address still gets in.
 */
export function readSessions(db: Database, also: ReadWithSession) {
	// A look-up reads and extends: both may be done twice.
	const lookUpAll = (tokenHashes: readonly Buffer[]) => againIfLost(() => readAll(db, also, tokenHashes));
	const lookUp = batcher(lookUpAll);
	const lookUpSuspects = batcher(lookUpAll, { pauseMs: SUSPECTS_PAUSE_MS });
	const takeUp = batcher((arrivals: readonly Arrival[]) => takeUpAll(db, arrivals), { atOnceMax: 1 });
	const cache = new Latest<string, Omit<Caller, 'tokenHash'> & { readAt: number }>(CACHE_ENTRIES_MAX);
	const unknown = unknownTokens(CACHE_AGE_MAX_MS);
	/** Look-ups in flight. A request that arrives meanwhile waits for the same result. */
	const reading = new Map<string, Promise<Caller | null>>();

	/** Returns the caller, or what to ask the database for. */
	function remember(request: Pick<Bearer, 'headers'>, ageMaxMs: number) {
		const token = bearerToken(request);
		if (token === null) return null;
		const tokenHash = hashSecret(token);
		const key = tokenHash.toString('latin1');
		const known = cache.get(key);
		if (known && performance.now() - known.readAt < (known.registered ? ageMaxMs : CACHE_AGE_MAX_MS)) {
			const { fanId, registered } = known;
			return { caller: { fanId, registered, tokenHash } };
		}
		return { caller: null, tokenHash, key, wasAlive: known !== null };
	}

	async function find(request: Bearer, ageMaxMs: number): Promise<Caller | null> {
		const remembered = remember(request, ageMaxMs);
		if (!remembered || remembered.caller) return remembered && remembered.caller;
		const { tokenHash, key, wasAlive } = remembered;
		if (unknown.isKnownDead(key)) return null;
		return reading.get(key) ?? readAnew(tokenHash, key, request.ip, wasAlive);
	}

	function readAnew(tokenHash: Buffer, key: string, address: string, wasAlive: boolean): Promise<Caller | null> {
		const readAt = performance.now();
		const read = wasAlive || !unknown.isSuspect(address) ? lookUp(tokenHash) : lookUpSuspects(tokenHash);
		reading.set(key, read);
		const keep = (caller: Caller | null) => {
			// The session was forgotten meanwhile: do not cache the result.
			if (reading.get(key) !== read) return;
			reading.delete(key);
			if (caller) return cache.set(key, { fanId: caller.fanId, registered: caller.registered, readAt });
			cache.delete(key);
			unknown.count(key, address);
		};
		read.then(keep, () => void (reading.get(key) === read && reading.delete(key)));
		return read;
	}

	function forget(tokenHash: Buffer): void {
		const key = tokenHash.toString('latin1');
		reading.delete(key);
		cache.delete(key);
		unknown.forget(key);
	}

	return {
		findCaller: (request: Bearer) => find(request, CACHE_AGE_MAX_MS),
		/** For calls that check themselves that the session lives: an owner of ten minutes ago saves a look-up. */
		recallCaller: (request: Bearer) => find(request, RECALL_AGE_MAX_MS),
		/** The same, or null where it would ask the database. */
		recallNow: (request: Pick<Bearer, 'headers'>) => remember(request, RECALL_AGE_MAX_MS)?.caller ?? null,
		recallFan: (token: string): FanKey | null => cache.get(hashSecret(token).toString('latin1')),
		forgetSession: forget,
		/** Activates a handed-over token of the sign-on of this browser. Returns true if it is one. */
		async takeUpSession(token: string, browserSecrets: readonly string[]) {
			if (browserSecrets.length === 0) return false;
			const tokenHash = hashSecret(token);
			const browserHashes = browserSecrets.slice(0, SIGN_INS_AT_ONCE_MAX).map(hashSecret);
			const isTakenUp = await takeUp({ tokenHash, browserHashes });
			forget(tokenHash);
			return isTakenUp;
		},
	};
}

interface Arrival {
	tokenHash: Buffer;
	browserHashes: Buffer[];
}

/** Activates sessions one after the other, because anybody may send an invalid token. */
async function takeUpAll(db: Db, arrivals: readonly Arrival[]): Promise<boolean[]> {
	const takenUp: boolean[] = [];
	for (const { tokenHash, browserHashes } of arrivals)
		takenUp.push(await sql.activateSession(db, tokenHash, browserHashes));
	return takenUp;
}

async function readAll(db: Db, also: ReadWithSession, tokenHashes: readonly Buffer[]): Promise<(Caller | null)[]> {
	const found = await sql.selectSessions(db, tokenHashes, also.value);
	for (const session of found) also.keep(session, session.also);
	const extendable = found.filter((session) => session.extendable).map((session) => session.tokenHash);
	if (extendable.length > 0) await sql.extendSessions(db, extendable);
	const callers = new Map(
		found.map(({ tokenHash, fanId, registered }) => [tokenHash.toString('latin1'), { fanId, registered, tokenHash }]),
	);
	return tokenHashes.map((tokenHash) => callers.get(tokenHash.toString('latin1')) ?? null);
}

/** Hashes the network with this month's secret key, so that the hash cannot be reversed by trying every network. */
export async function networkHash(tx: Tx, address: string): Promise<Buffer | null> {
	const network = network24(address);
	if (!network) return null;
	const month = statement`date_trunc('month', lightstick_now() at time zone 'utc')::date`;
	// The first caller of the month makes its key.
	await statement`insert into network_key (month, secret) values (${month}, ${randomBytes(32)})
		on conflict do nothing`.run(tx);
	const key = await statement`select secret from network_key where month = ${month}`.value<Buffer>(tx);
	return createHmac('sha256', key).update(network).digest();
}

const MINUTE_MS = 60_000;
const TOKENS_MAX = 10_000;
const ADDRESSES_MAX = 50_000;

/**
 * Remembers for a moment tokens that belong to no session, and the addresses that sent many of them. A token alone
 * does not show whether it is valid, so no token is refused for its address. Tokens of a suspect address only wait in a
 * queue of their own.
 * @param perAddressMax an address that sends more unknown tokens than this within one to two minutes is suspect
 */
export function unknownTokens(tokenAgeMaxMs: number, { perAddressMax = 60, now = () => performance.now() } = {}) {
	const dead = new Map<string, number>();
	/** Counts of this minute and of the minute before. */
	let [young, old] = [new Map<string, number>(), new Map<string, number>()];
	let startedAt = now();

	function turn(): void {
		const age = now() - startedAt;
		if (age < MINUTE_MS && young.size < ADDRESSES_MAX) return;
		old = age < 2 * MINUTE_MS ? young : new Map();
		young = new Map();
		startedAt = now();
	}

	return {
		isKnownDead(key: string): boolean {
			const at = dead.get(key);
			return at !== undefined && now() - at < tokenAgeMaxMs;
		},
		isSuspect(address: string): boolean {
			turn();
			return tiersOf(address).some(
				({ key, times }) => (young.get(key) ?? 0) + (old.get(key) ?? 0) > perAddressMax * times,
			);
		},
		count(key: string, address: string): void {
			if (dead.size >= TOKENS_MAX) dead.clear();
			dead.set(key, now());
			turn();
			for (const { key: party } of tiersOf(address)) young.set(party, (young.get(party) ?? 0) + 1);
		},
		/** The token may belong to a session now. */
		forget(key: string): void {
			dead.delete(key);
		},
	};
}
