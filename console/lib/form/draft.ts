/** The edits of a form: beside what is stored, beside what others have stored meanwhile, and kept in the browser and at the server. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isTransient, newKey } from '#client/call.ts';
import { presentSeconds } from '#client/server-clock.ts';
import { DRAFT_MAX, keepDraft as keepCall, readDraft } from '#contract/operator/drafts.ts';
import { call } from '../api/calls.tsx';

interface State<Values> {
	values: Values;
	/** The stored values at the time the edits began. */
	base: Values;
	/** Values that another operator has stored meanwhile, of fields that were edited here too. */
	theirs: Partial<Values>;
	/** Why the form holds what nobody typed just now: edits that were found in this browser, or changes of another operator. */
	brought: 'kept' | 'theirs' | null;
	/** Time of the edits that were found, in milliseconds. */
	keptTime: number | null;
	/** What is stored, as far as the edits follow it. */
	known: { stored: Values; version: number };
	/** True until the edits have met a newer version. */
	isLate: boolean;
	/** Names what is written until it is stored. However often it is sent, it is made once. */
	key: string;
}

const KEEP_AFTER_MS = 400;
const SEND_AFTER_MS = 5_000;

/**
 * Follows the stored values until the first edit. From then on nothing overwrites the edits. `isSame`: whether they would be
 * stored alike, a reason aside.
 */
export function useDraft<Values extends object>(
	name: string | null,
	stored: Values,
	version: number,
	isSame: (one: Values, other: Values) => boolean,
) {
	const [state, setState] = useState<State<Values>>(() => begun(stored, version));
	const { values, base, known, key } = state;
	const changed = !same(values, base);
	const isNew = !same(known, { stored, version });
	if (isNew && !changed) setState(begun(stored, version, state.key));
	else if (isNew && state.isLate && version > known.version) setState(met(state, stored, version, isSame));
	const [isKept, setKept] = useState<boolean | null>(null);
	const [isSent, setSent] = useState<Sent>('kept');
	const latest = useRef<KeptDraft<Values> | null>(null);
	/** There are edits, or were: they may be kept. */
	const isSomewhere = useRef(false);
	useEffect(() => {
		const edits = changed ? { values, base, version: known.version, time: presentSeconds() * 1000, key } : null;
		latest.current = edits;
		if (name === null || edits === null) return undefined;
		const timer = setTimeout(() => setKept(keepDraft(name, edits)), KEEP_AFTER_MS);
		let isOver = false;
		let later: ReturnType<typeof setTimeout>;
		const sendLater = (of: string) => (later = setTimeout(() => void send(of), SEND_AFTER_MS));
		async function send(of: string) {
			const answer = await keepAtServer(of, edits);
			if (isOver) return;
			if (answer === 'kept') setKept(true);
			setSent(answer);
			if (answer === 'away') sendLater(of);
		}
		sendLater(name);
		return () => {
			isOver = true;
			clearTimeout(timer);
			clearTimeout(later);
		};
	}, [name, values, base, known, changed, key]);
	useEffect(() => {
		if (name === null) return undefined;
		let isOpen = true;
		async function take(of: string) {
			const atServer = await takeFromServer<Values>(of);
			const kept = (await takeDraft<Values>(of)) ?? atServer;
			if (!kept || !isOpen || latest.current !== null) return;
			isSomewhere.current = true;
			setState((before) => found(before, kept));
		}
		void take(name);
		// What was typed last is kept also if the screen goes now.
		const flush = () => void (latest.current && keepDraft(name, latest.current));
		window.addEventListener('pagehide', flush);
		return () => {
			isOpen = false;
			window.removeEventListener('pagehide', flush);
			flush();
		};
	}, [name]);
	useEffect(() => {
		if (name !== null && isSomewhere.current && !changed) {
			dropDraft(name);
			void keepAtServer(name, null);
		}
		isSomewhere.current = changed;
	});
	return {
		...state,
		changed,
		/** False if neither the browser nor the server could keep the edits; null until one was asked. */
		isKept,
		/** Whether the server keeps them too. While it does not answer, it is asked again until it does. */
		isSent,
		/** A save did not reach the server. */
		noteAway: () => {
			setSent('away');
			// Sent once more, they tell when it answers.
			setState((before) => ({ ...before, values: { ...before.values } }));
		},
		/** Version at which the edits began. */
		version: known.version,
		set: (part: Partial<Values>) => setState((before) => ({ ...before, values: { ...before.values, ...part } })),
		/** Ends the edits with these values, unless newer ones are known by now. From then on, they follow what is stored. */
		settle: (settled: Values) =>
			setState(({ known: now }) =>
				now.version > known.version ? begun(now.stored, now.version) : { ...begun(settled, now.version), known: now },
			),
		/** Ends the conflict: the fields keep what was edited here, or take theirs. */
		resolve: (choice: 'mine' | 'theirs') =>
			setState((before) => ({
				...before,
				values: choice === 'theirs' ? { ...before.values, ...before.theirs } : before.values,
				theirs: {},
				brought: null,
			})),
		/** The last save failed. What was stored meanwhile, by it or by another operator, is taken over as soon as it is read. */
		meet: () => setState((before) => ({ ...before, isLate: true })),
	};
}

const begun = <Values>(stored: Values, version: number, key = newKey()): State<Values> => ({
	values: stored,
	base: stored,
	known: { stored, version },
	theirs: {},
	brought: null,
	keptTime: null,
	isLate: false,
	key,
});

/** They are older than what is stored, or of the same version. A newer version is met at once. */
function found<Values>(state: State<Values>, { values, base, version, time, key }: KeptDraft<Values>): State<Values> {
	const { known } = state;
	const kept = { values: { ...known.stored, ...values }, base: { ...known.stored, ...base } };
	const at = { stored: version === known.version ? known.stored : kept.base, version };
	return { ...begun(kept.base, version, key), ...kept, known: at, brought: 'kept', keptTime: time, isLate: true };
}

/** Takes over what only the others have changed, and tells what both have. Nothing is left of edits that are stored by now. */
function met<Values extends object>(
	{ values, base, key, brought, keptTime }: State<Values>,
	stored: Values,
	version: number,
	isSame: (one: Values, other: Values) => boolean,
): State<Values> {
	const names = Object.keys(stored) as (keyof Values)[];
	const edited = names.filter((field) => !same(values[field], base[field]));
	const mine = { ...stored, ...pick(values, edited) };
	if (edited.some((field) => field !== 'why') && isSame(mine, stored)) return begun(stored, version);
	const clashes = edited.filter((field) => !same(stored[field], base[field]) && !same(stored[field], values[field]));
	return {
		...begun(stored, version, key),
		values: mine,
		theirs: pick(stored, clashes),
		brought: same(stored, base) ? brought : 'theirs',
		keptTime,
	};
}

const pick = <Values extends object>(values: Values, names: readonly (keyof Values)[]): Partial<Values> =>
	Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

/** Compares plain data. A long text that is the same one costs nothing. */
export const same = (one: unknown, other: unknown): boolean => replaceEqualDeep(one, other) === one;

interface KeptDraft<Values> {
	values: Values;
	/** The stored values at the time the edits began, and their version. */
	base: Values;
	version: number;
	/** Time of the last edit by the server's clock, in milliseconds: a device's may be days ahead. */
	time: number;
	key?: string | undefined;
}

const PREFIX = 'console-draft';
const DAYS_KEPT = 30;
const page = newKey();

const keyOf = (name: string) => `${PREFIX} ${name} ${page}`;
const lockOf = (owner: string) => `${PREFIX} ${owner}`;

let isHeld = false;

/** `name` says whose draft it is, and of what. Returns false if the browser's storage is full or forbidden. */
function keepDraft(name: string, draft: KeptDraft<unknown>): boolean {
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

function dropDraft(name: string): void {
	try {
		localStorage.removeItem(keyOf(name));
	} catch {
		// Storage is forbidden: nothing was kept.
	}
}

/** Takes over the latest draft of that name, unless another page that lives has it open. */
async function takeDraft<Values>(name: string): Promise<KeptDraft<Values> | null> {
	const held = await livingPages();
	try {
		const kept = Object.keys(localStorage)
			.filter((key) => key.startsWith(`${PREFIX} `))
			.map((key) => ({ key, draft: readKept<Values>(localStorage.getItem(key)) }));
		for (const { key, draft } of kept) if (draft === null || isOld(draft)) localStorage.removeItem(key);
		const [latest] = kept
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
		const { values, base, version, time, key } = draft ?? {};
		if (typeof values !== 'object' || typeof base !== 'object' || !values || !base) return null;
		return typeof version === 'number' && typeof time === 'number' ? { values, base, version, time, key } : null;
	} catch {
		return null;
	}
}

const isOld = ({ time }: KeptDraft<unknown>) => time < (presentSeconds() - DAYS_KEPT * 86_400) * 1000;

/** Number of the edits that the server keeps, by form. Unknown until it was asked. */
const numbers = new Map<string, number>();
let sent: Promise<Sent> = Promise.resolve('kept');

/** Returns edits that were made on another device, or in a browser that keeps nothing. */
async function takeFromServer<Values>(form: string): Promise<KeptDraft<Values> | null> {
	try {
		const { draft } = await call(readDraft, { query: { form } });
		numbers.set(form, draft?.seq ?? 0);
		return readKept<Values>(draft?.body ?? null);
	} catch {
		return null;
	}
}

type Sent = 'kept' | 'refused' | 'away';

/** Null forgets them. One request after the other. They are refused if another tab keeps others, or if they are too long. */
function keepAtServer(form: string, draft: KeptDraft<unknown> | null): Promise<Sent> {
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
