/** Lists the people who can sign in at one provider: the named ones, and those typed into the form. */
import { createHash } from 'node:crypto';
import { peopleOf, type Person, type ProviderName } from './people.ts';

const TYPED_PEOPLE_MAX = 10_000;

export interface Register {
	named: readonly Person[];
	find(subject: string): Person | undefined;
	/** Finds or creates the person that a posted sign-in form names. Returns undefined if there is none. */
	personFrom(form: URLSearchParams): Person | undefined;
}

export function openRegister(provider: ProviderName): Register {
	const named = peopleOf(provider);
	const known = new Map(named.map((person) => [person.subject, person]));

	function find(subject: string): Person | undefined {
		return known.get(subject);
	}

	function personFrom(form: URLSearchParams): Person | undefined {
		const chosen = field(form, 'person');
		if (chosen) return find(chosen);
		const typed = typedPerson(provider, form);
		if (typed) remember(typed);
		return typed;
	}

	function remember(person: Person): void {
		if (known.size >= TYPED_PEOPLE_MAX) forgetOldestTyped();
		known.set(person.subject, person);
	}

	function forgetOldestTyped(): void {
		const oldest = known.keys().drop(named.length).next().value;
		if (oldest) known.delete(oldest);
	}

	return { named, find, personFrom };
}

function typedPerson(provider: ProviderName, form: URLSearchParams): Person | undefined {
	const name = field(form, 'name');
	const email = field(form, 'email');
	if (!name && !email) return undefined;
	return {
		provider,
		subject: field(form, 'subject') ?? subjectFor(name, email),
		name: name ?? '',
		email,
		emailVerified: provider === 'google' && email !== undefined ? !form.has('unverified') : undefined,
		situation: 'Typed on the sign-in page',
	};
}

/** The same words typed again are the same person, also after a restart. */
function subjectFor(name = '', email = ''): string {
	const hash = createHash('sha256').update(JSON.stringify([name, email]));
	return `typed-${hash.digest('hex').slice(0, 20)}`;
}

function field(form: URLSearchParams, name: string): string | undefined {
	return form.get(name)?.trim().slice(0, 200) || undefined;
}
