/** The edits of a form: beside what is stored, beside what others have stored meanwhile, and kept in the browser and at the server. */
import { useEffect, useRef, useState } from 'react';
import { presentSeconds } from '#client/server-clock.ts';
import { dropDraft, keepAtServer, keepDraft, type KeptDraft, takeDraft, takeFromServer } from './kept-drafts.ts';

export interface DraftState<Values> {
	values: Values;
	/** The stored values at the time the edits began. */
	base: Values;
	changed: boolean;
	set: (part: Partial<Values>) => void;
	/** Ends the edits with these values. From then on, they follow what is stored. */
	settle: (values: Values) => void;
	/** Values that another operator has stored meanwhile, of fields that were edited here too. */
	theirs: Partial<Values>;
	/** Ends the conflict: the fields keep what was edited here, or take theirs. */
	resolve: (choice: 'mine' | 'theirs') => void;
	/** The last save was refused because another operator came first: their changes are taken over as soon as they are read. */
	meet: () => void;
	/** Why the form holds what nobody typed just now: edits that were found in this browser, or changes of another operator. */
	brought: 'kept' | 'theirs' | null;
	/** Time of the edits that were found, in milliseconds. */
	keptTime: number | null;
	/** False if neither the browser nor the server could keep the edits; null until one was asked. */
	isKept: boolean | null;
	/** True while the server does not answer. It is asked again until it does. */
	isAway: boolean;
	/** A save did not reach the server. */
	noteAway: () => void;
	/** Version at which the edits began. */
	version: number;
}

interface State<Values> extends Pick<DraftState<Values>, 'values' | 'base' | 'theirs' | 'brought' | 'keptTime'> {
	/** What is stored, as far as the edits follow it. */
	known: { stored: Values; version: number };
	/** True until the edits have met a newer version. */
	isLate: boolean;
}

const KEEP_AFTER_MS = 400;
const SEND_AFTER_MS = 5_000;

/** Follows the stored values until the first edit. From then on nothing overwrites the edits. */
export function useDraft<Values extends object>(
	name: string | null,
	stored: Values,
	version: number,
): DraftState<Values> {
	const [state, setState] = useState<State<Values>>(() => begun(stored, version));
	const { values, base, known } = state;
	const changed = !same(values, base);
	const isNew = !same(known, { stored, version });
	if (isNew && !changed) setState(begun(stored, version));
	else if (isNew && state.isLate && version > known.version) setState(met(state, stored, version));
	const [isKept, setKept] = useState<boolean | null>(null);
	const [isAway, setAway] = useState(false);
	const latest = useRef<KeptDraft<Values> | null>(null);
	useEffect(() => {
		const edits = changed ? { values, base, version: known.version, time: presentSeconds() * 1000 } : null;
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
			setAway(answer === 'away');
			if (answer === 'away') sendLater(of);
		}
		sendLater(name);
		return () => {
			isOver = true;
			clearTimeout(timer);
			clearTimeout(later);
		};
	}, [name, values, base, known, changed]);
	useEffect(() => {
		if (name === null) return undefined;
		let isOpen = true;
		async function take(of: string) {
			const atServer = await takeFromServer<Values>(of);
			const kept = (await takeDraft<Values>(of)) ?? atServer;
			if (kept && isOpen && latest.current === null) setState((before) => found(before, kept));
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
	const wasChanged = useRef(false);
	useEffect(() => {
		if (name !== null && wasChanged.current && !changed) {
			dropDraft(name);
			void keepAtServer(name, null);
		}
		wasChanged.current = changed;
	}, [name, changed]);
	return {
		...state,
		changed,
		isKept,
		isAway,
		noteAway: () => {
			setAway(true);
			// Sent once more, they tell when it answers.
			setState((before) => ({ ...before, values: { ...before.values } }));
		},
		version: known.version,
		set: (part) => setState((before) => ({ ...before, values: { ...before.values, ...part } })),
		settle: (settled) => setState((before) => ({ ...begun(settled, before.known.version), known: before.known })),
		resolve: (choice) =>
			setState((before) => ({
				...before,
				values: choice === 'theirs' ? { ...before.values, ...before.theirs } : before.values,
				theirs: {},
				brought: null,
			})),
		meet: () => setState((before) => ({ ...before, isLate: true })),
	};
}

const begun = <Values>(stored: Values, version: number): State<Values> => ({
	values: stored,
	base: stored,
	known: { stored, version },
	theirs: {},
	brought: null,
	keptTime: null,
	isLate: false,
});

/** They are older than what is stored, or of the same version. A newer version is met at once. */
function found<Values>(state: State<Values>, { values, base, version, time }: KeptDraft<Values>): State<Values> {
	const { known } = state;
	const kept = { values: { ...known.stored, ...values }, base: { ...known.stored, ...base } };
	const at = { stored: version === known.version ? known.stored : kept.base, version };
	return { ...begun(kept.base, version), ...kept, known: at, brought: 'kept', keptTime: time, isLate: true };
}

/** Takes over what only the others have changed, and tells what both have. */
function met<Values extends object>(state: State<Values>, stored: Values, version: number): State<Values> {
	const { values, base } = state;
	const names = Object.keys(stored) as (keyof Values)[];
	const edited = names.filter((field) => !same(values[field], base[field]));
	const clashes = edited.filter((field) => !same(stored[field], base[field]) && !same(stored[field], values[field]));
	return {
		...begun(stored, version),
		values: { ...stored, ...pick(values, edited) },
		theirs: pick(stored, clashes),
		brought: 'theirs',
	};
}

const pick = <Values extends object>(values: Values, names: readonly (keyof Values)[]): Partial<Values> =>
	Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

/** Compares by JSON text, because the values are plain data. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
