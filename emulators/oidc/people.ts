/**
 * Everybody the pretended providers know, each named for the situation they play. Subjects are what the provider
 * puts into `sub`; the demo content knows some of these people under the same subjects.
 */
import { createHash } from 'node:crypto';
import data from './people.json' with { type: 'json' };

export type ProviderName = 'google' | 'line';

export interface Person {
	provider: ProviderName;
	/** The provider's permanent id of this person. */
	subject: string;
	name: string;
	email?: string;
	/** Google sends it with every address; LINE never does. */
	emailVerified?: boolean;
	/** The case that this person demonstrates, shown on the sign-in page. */
	situation: string;
	/** Presses Cancel when asked for consent. */
	refuses?: true;
}

export const people: readonly Person[] = (data as Person[]).map((person) => ({
	emailVerified: person.provider === 'google' ? true : undefined,
	...person,
}));

export type Register = ReturnType<typeof openRegister>;

/** Lists the people who can sign in at one provider: the named ones, and those typed into the form. */
export function openRegister(provider: ProviderName) {
	const named = people.filter((person) => person.provider === provider);
	const known = new Map(named.map((person) => [person.subject, person]));
	return {
		named,
		find: (subject: string) => known.get(subject),
		/** Finds or creates the person that a posted sign-in form names. Returns undefined if there is none. */
		personFrom(form: URLSearchParams): Person | undefined {
			const chosen = field(form, 'person');
			if (chosen) return known.get(chosen);
			const typed = typedPerson(provider, form);
			if (typed) known.set(typed.subject, typed);
			return typed;
		},
	};
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
