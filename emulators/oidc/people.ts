import { createHash } from 'node:crypto';

/**
 * Everybody the pretended providers know, each named for the situation they play. Subjects are what the provider
 * puts into `sub`; the demo content knows some of these people under the same subjects.
 */
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

export const people: readonly Person[] = [
	google('midnight-seat', 'midnight_seat', 'seat.b12@mail.example', 'A fan with gems who has voted before'),
	google('no-gems', 'empty_pockets', 'empty.pockets@mail.example', 'A fan without gems'),
	google('few-gems', 'five_left', 'five.left@mail.example', 'A fan with too few gems for one vote'),
	google('many-gems', 'row_one', 'row.one@mail.example', 'A fan with a million gems'),
	google('second-device', 'two_phones', 'two.phones@mail.example', 'A fan with 100 gems and two devices'),
	google('suspended', 'shut_out', 'shut.out@mail.example', 'A suspended fan'),
	google('in-debt', 'below_zero', 'below.zero@mail.example', 'A fan whose balance is below zero'),
	google('unfinished', 'half_way', 'half.way@mail.example', 'A fan who never finished registration'),
	google('both-providers', 'twin_tickets', 'twin.tickets@mail.example', 'A fan whose email LINE knows too'),
	google('new-fan', 'Dana Brook', 'dana.brook@mail.example', 'A new fan'),
	google(
		'long-name',
		'A Very Long Display Name That Goes Past Thirty Characters',
		'long.name@mail.example',
		'A new fan whose name is too long for a nickname',
	),
	google('owner', 'Hall Keeper', 'owner@lightstick.example', 'The person who runs the site'),
	google('somebody-else', 'Wrong Owner', 'wrong.owner@mail.example', 'A new fan who types somebody else’s email'),
	{
		...google(
			'email-not-verified',
			'Maybe Me',
			'seat.b12@mail.example',
			'A new fan with another fan’s unverified email',
		),
		emailVerified: false,
	},
	{ ...google('refuses-consent', 'No Thanks', 'no.thanks@mail.example', 'A person who presses Cancel'), refuses: true },

	line('night-bus', 'night_bus', 'night.bus@mail.example', 'A fan with gems'),
	line('line-no-gems', 'blue_umbrella', 'blue.umbrella@mail.example', 'A fan without gems'),
	line('both-providers-line', 'twin_tickets', 'twin.tickets@mail.example', 'A new fan whose email Google knows too'),
	line('new-fan-line', 'Mika Tanabe', 'mika.tanabe@mail.example', 'A new fan'),
	line('no-email', 'Quiet Moon', undefined, 'A new fan without an email address'),
	line('email-not-verified-line', 'Perhaps', 'perhaps@mail.example', 'A new fan with an unverified email'),
	{
		...line('refuses-consent-line', 'No Thanks', 'no.thanks.line@mail.example', 'A person who presses Cancel'),
		refuses: true,
	},
];

function google(subject: string, name: string, email: string, situation: string): Person {
	return { provider: 'google', subject, name, email, emailVerified: true, situation };
}

function line(subject: string, name: string, email: string | undefined, situation: string): Person {
	return { provider: 'line', subject, name, email, situation };
}

const TYPED_PEOPLE_MAX = 10_000;

export interface Register {
	named: readonly Person[];
	find(subject: string): Person | undefined;
	/** Finds or creates the person that a posted sign-in form names. Returns undefined if there is none. */
	personFrom(form: URLSearchParams): Person | undefined;
}

/** Lists the people who can sign in at one provider: the named ones, and those typed into the form. */
export function openRegister(provider: ProviderName): Register {
	const named = people.filter((person) => person.provider === provider);
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
