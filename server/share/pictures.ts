/**
 * Share pictures: their addresses, and their bytes. An address names what its picture shows, so it may be cached for
 * ever. The facts of a subject are read at most once a minute, and only the picture of these facts is drawn: an address
 * with any other version gives the present picture. Nobody can make a picture that claims something untrue, and made-up
 * addresses cost nothing.
 */
import { hash } from 'node:crypto';
import type { Db } from '#server/kernel/database.ts';
import { addressBuckets, tokenBuckets } from '#server/kernel/token-buckets.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { DRAWING, type Draw } from './drawing/draw.ts';
import { SIZE } from './drawing/sheet.ts';
import { readFacts, type Facts, keyOf, pathOf, type Subject, type Wanted } from './facts.ts';
import { cachedByKey, keptBytes } from '#server/kernel/cache.ts';
import type { Language } from '#contract/values/languages.ts';

/** What pages say of every picture. The size fits X, LINE and KakaoTalk. */
export const SHARE_PICTURE = { ...SIZE, type: 'image/png' };

const FACTS_AGE_MS = 60_000;
/** A page's subject, each with the facts of a minute. */
const SUBJECTS_MAX = 2_000;
/** About two hundred pictures. */
const BYTES_MAX = 32 * 1024 * 1024;
/**
 * Pictures that this process draws: one takes a fifth of a second of one processor. One client has a part of them, so that it
 * starves nobody else's links. What reads links for a whole network comes from few addresses: above their part, such clients
 * share half of all, while nobody else waits.
 */
const DRAWN = { perSecond: 1, burst: 60 };
const DRAWN_PER_ADDRESS = { perSecond: 0.2, burst: 20 };
const SPARE = { perSecond: 0.5, burst: 30 };
/** Pictures that wait to be drawn, one after the other. */
const WAITING_MAX = 20;

export interface SharePicture {
	bytes: Buffer;
	version: string;
	/** False for the site's own picture, sent while too many others are asked for. */
	own: boolean;
}

export type SharePictures = ReturnType<typeof openSharePictures>;

interface Known {
	facts: Facts;
	version: string;
}

export function openSharePictures({ boards, draw }: { boards: Boards; draw: Draw }) {
	const pictures = keptBytes(BYTES_MAX);
	const drawn = tokenBuckets<'all'>(DRAWN);
	const spare = tokenBuckets<'all'>(SPARE);
	const drawnFor = addressBuckets(DRAWN_PER_ADDRESS);
	const underWay = new Map<string, Promise<Buffer>>();
	let last: Promise<unknown> = Promise.resolve();

	const known = cachedByKey(
		{ max: SUBJECTS_MAX, ageMs: FACTS_AGE_MS },
		async (key: string, db: Db, subject: Subject): Promise<Known | null> => {
			const facts = await readFacts(db, boards, subject);
			return facts && { facts, version: hash('sha256', JSON.stringify([DRAWING, key, facts]), 'hex').slice(0, 16) };
		},
	);

	function inTurn(key: string, work: () => Promise<Buffer>): Promise<Buffer> {
		const turn = underWay.get(key) ?? last.then(work).finally(() => underWay.delete(key));
		underWay.set(key, turn);
		last = turn.catch(() => undefined);
		return turn;
	}

	async function bytesOf(key: string, { facts }: Known, language: Language): Promise<Buffer> {
		const bytes = pictures.get(key) ?? (await inTurn(key, () => draw(facts, language)));
		pictures.keep(key, bytes);
		return bytes;
	}

	function isAffordable(key: string, address: string | undefined): boolean {
		if (pictures.get(key) !== null || underWay.has(key)) return true;
		if (underWay.size >= WAITING_MAX) return false;
		const isWithinPart = address === undefined || drawnFor.take(address) === 0;
		if (!isWithinPart && (underWay.size > 0 || spare.take('all') > 0)) return false;
		if (drawn.take('all') === 0) return true;
		if (address !== undefined && isWithinPart) drawnFor.giveBack(address);
		return false;
	}

	async function read(db: Db, { subject, language }: Wanted, address?: string): Promise<SharePicture | null> {
		const present = await known.read(keyOf(subject), db, subject);
		if (!present) return null;
		const key = `${present.version}.${language}`;
		if (isAffordable(key, address))
			return { bytes: await bytesOf(key, present, language), version: present.version, own: true };
		const site: Known = { facts: { kind: 'site', product: present.facts.product, fandoms: [] }, version: 'site' };
		return { bytes: await bytesOf(`site.${language}`, site, language), version: 'site', own: false };
	}

	return {
		async addressOf(db: Db, subject: Subject, language: Language) {
			const present = await known.read(keyOf(subject), db, subject);
			return present && pathOf({ subject, language, version: present.version });
		},
		read,
	};
}
