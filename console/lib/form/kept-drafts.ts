/**
 * Unsaved edits, kept in this browser until they are saved or discarded: a closed tab, an ended session or a crash loses
 * none. Each page (a tab, until it is loaded again) keeps its own, so that two tabs do not overwrite each other.
 */
import { isTransient, newKey } from '#client/call.ts';
import { presentSeconds } from '#client/server-clock.ts';
import { DRAFT_MAX, keepDraft as keepCall, readDraft } from '#contract/operator/drafts.ts';
import { call } from '../api/calls.tsx';

export interface KeptDraft<Values> {
	values: Values;
	/** The stored values at the time the edits began, and their version. */
	base: Values;
	version: number;
	/** Time of the last edit by the server's clock, in milliseconds: a device's may be days ahead. */
	time: number;
}

const PREFIX = 'console-draft';
const DAYS_KEPT = 30;
const page = newKey();

const keyOf = (name: string) => `${PREFIX} ${name} ${page}`;
const lockOf = (owner: string) => `${PREFIX} ${owner}`;

let isHeld = false;

/** `name` says whose draft it is, and of what. Returns false if the browser's storage is full or forbidden. */
export function keepDraft(name: string, draft: KeptDraft<unknown>): boolean {
	if (!isHeld) {
		isHeld = true;
		// Held as long as this page lives: no other page takes its drafts. Plain http has no locks.
		void navigator.locks?.request(lockOf(page), () => new Promise(() => undefined)).catch(() => undefined);
	}
	try {
		localStorage.setItem(keyOf(name), JSON.stringify(draft));
		return true;
	} catch {
		return false;
	}
}

export function dropDraft(name: string): void {
	try {
		localStorage.removeItem(keyOf(name));
	} catch {
		// Storage is forbidden: nothing was kept.
	}
}

/** Takes over the latest draft of that name, unless another page that lives has it open. */
export async function takeDraft<Values>(name: string): Promise<KeptDraft<Values> | null> {
	const held = await livingPages();
	try {
		const found = Object.keys(localStorage)
			.filter((key) => key.startsWith(`${PREFIX} `))
			.map((key) => ({ key, draft: readKept<Values>(localStorage.getItem(key)) }));
		for (const { key, draft } of found) if (draft === null || isOld(draft)) localStorage.removeItem(key);
		const [latest] = found
			.flatMap(({ key, draft }) => (draft && key.startsWith(`${PREFIX} ${name} `) ? [{ key, draft }] : []))
			.filter(({ key }) => !held.has(lockOf(key.split(' ').at(-1) ?? '')))
			.toSorted((one, other) => other.draft.time - one.draft.time);
		if (!latest) return null;
		localStorage.removeItem(latest.key);
		keepDraft(name, latest.draft);
		return latest.draft;
	} catch {
		return null;
	}
}

async function livingPages(): Promise<Set<string>> {
	const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
	return new Set(held.map(({ name = '' }) => name).filter((name) => name !== lockOf(page)));
}

function readKept<Values>(text: string | null): KeptDraft<Values> | null {
	try {
		const draft = JSON.parse(text ?? 'null') as Partial<KeptDraft<Values>> | null;
		const { values, base, version, time } = draft ?? {};
		if (typeof values !== 'object' || typeof base !== 'object' || !values || !base) return null;
		return typeof version === 'number' && typeof time === 'number' ? { values, base, version, time } : null;
	} catch {
		return null;
	}
}

const isOld = ({ time }: KeptDraft<unknown>) => time < (presentSeconds() - DAYS_KEPT * 86_400) * 1000;

/** Number of the edits that the server keeps, by form. Unknown until it was asked. */
const numbers = new Map<string, number>();
let sent: Promise<Sent> = Promise.resolve('kept');

/** Returns edits that were made on another device, or in a browser that keeps nothing. */
export async function takeFromServer<Values>(form: string): Promise<KeptDraft<Values> | null> {
	try {
		const { draft } = await call(readDraft, { query: { form } });
		numbers.set(form, draft?.seq ?? 0);
		return readKept<Values>(draft?.body ?? null);
	} catch {
		return null;
	}
}

export type Sent = 'kept' | 'refused' | 'away';

/** Null forgets them. One request after the other. They are refused if another tab keeps others, or if they are too long. */
export function keepAtServer(form: string, draft: KeptDraft<unknown> | null): Promise<Sent> {
	sent = sent.then(async () => {
		// It did not answer when the form was opened: what another device keeps there is not written over.
		if (!numbers.has(form) && (await takeFromServer(form))) {
			numbers.delete(form);
			return 'refused';
		}
		const after = numbers.get(form);
		const body = draft && JSON.stringify(draft);
		if (after === undefined) return 'away';
		if (body === null ? after === 0 : body.length > DRAFT_MAX) return 'refused';
		try {
			const { seq } = await call(keepCall, { body: { form, body, after } });
			numbers.set(form, seq);
			return 'kept';
		} catch (error) {
			return isTransient(error) ? 'away' : 'refused';
		}
	});
	return sent;
}
