/** The page of the month: the same, byte for byte, in every run of one seed and size. */
import { figures, number, page, section, table, wide, draw, legend, type Picture, type Series } from './page.ts';
import type { Facts } from './facts.ts';
import type { Proof } from './prove.ts';

export function monthPage(facts: Facts, proof: Proof): string {
	const { people, size, seed } = facts;
	const lead = `${number(people.registered)} virtual fans, ${number(people.votes)} votes and ${size.days} days against the real site, with its clock turned by hand. Seed ${seed}. <a href="machine.html">What this run took</a>.`;
	return page('A month of Lightstick', lead, [
		section('What it came to', proofSentence(proof), headline(facts)),
		pictured('Votes over time', 'Votes on each day. The last evening is the deadline.', {
			series: [{ name: 'votes', color: '#8c6bff', values: votesByDay(facts) }],
			kind: 'columns',
			...BY_DAY,
			unit: 'votes',
		}),
		pictured('The race', 'Tickets of the monthly ranking at the end of each day, as they were cast.', {
			series: raceSeries(facts),
			kind: 'lines',
			...BY_DAY,
			unit: 'tickets',
		}),
		section(
			'Certified results',
			'Tickets that count, beside those that were cast. The difference was voided by cases.',
			results(facts),
		),
		pictured('Gems', 'What came into the wallets and what left them on each day.', {
			series: gemSeries(facts),
			kind: 'columns',
			...BY_DAY,
			unit: 'gems',
		}),
		pictured('People', 'Check-ins and new accounts on each day.', {
			series: [
				{ name: 'check-ins', color: '#2fb8a8', values: facts.checkInsByDay },
				{ name: 'new accounts', color: '#f0883e', values: facts.signUpsByDay },
			],
			kind: 'lines',
			...BY_DAY,
			unit: 'people',
		}),
		pictured('Refusals', 'What the site said no to. The last column is the day after the deadline.', {
			series: refusalSeries(facts),
			kind: 'columns',
			...BY_DAY,
			unit: 'refusals',
		}),
		section(
			'Cases',
			'Votes that did not come from people, or were paid with money that a bank took back.',
			cases(facts),
		),
		section('The store', 'Money in dollars.', store(facts)),
		section('Proof', 'The public logs, recounted by our auditor over HTTP as a stranger would.', logs(proof)),
	]);
}

const BY_DAY = { step: 'day', labelEvery: 1 };

function pictured(title: string, said: string, given: Omit<Picture, 'title'>): string {
	const picture = { ...given, title };
	return section(title, said, wide(title, draw(picture)) + (given.series.length > 1 ? legend(given.series) : ''));
}

const proofSentence = ({ passed, rules, broken }: Proof): string =>
	passed
		? `The books balance: ${rules} rules of the audit hold. Every public log passes its auditor.`
		: `The proof FAILS: ${broken.join('; ') || 'a public log does not pass'}.`;

const headline = ({ people, approvals, nextMonth }: Facts): string =>
	figures([
		['votes', people.votes],
		['tickets', people.tickets],
		['voters', people.voters],
		['accounts frozen', people.frozen],
		['wallets in debt', people.inDebt],
		['second approvals', approvals],
		['opened by itself', nextMonth ?? 'nothing'],
	]);

const results = ({ results: rows }: Facts): string =>
	table(
		['Ranking', 'Artist', 'Tickets', 'Cast'],
		rows.map(({ ranking, name, tickets, cast }) => [ranking, name, tickets, cast]),
	);

const cases = ({ cases: rows }: Facts): string =>
	table(
		['Reason', 'Votes', 'Tickets', 'Voided', 'Restored', 'Gems returned'],
		rows.map((it) => [it.reason, it.votes, it.tickets, it.voided, it.restored, it.returned]),
	);

const store = ({ orders, money }: Facts): string =>
	figures([
		...Object.entries(orders).map(([status, count]) => [`orders ${status}`, count] as const),
		['taken', money.taken / 100],
		['refunded', money.refunded / 100],
		['charged back', money.chargedBack / 100],
	]);

const logs = ({ logs: all }: Proof): string =>
	table(
		['Log', 'Votes recounted', 'Auditor'],
		all.map(({ name, recounted, passed }) => [name, recounted ?? '', passed ? 'passes' : 'FAILS']),
	);

const SHOWN_ARTISTS = 8;
const COLORS = ['#8c6bff', '#2fb8a8', '#f0883e', '#e5538a', '#4d9bff', '#c9a227', '#7a8699', '#b5523b', '#5c9e31'];
const colorAt = (index: number): string => COLORS[index % COLORS.length] ?? '#888888';

/** Rows of the facts as series of a picture. */
const votesByDay = ({ votesByHour, size }: Facts): number[] =>
	Array.from({ length: size.days }, (_, day) =>
		votesByHour.slice(day * 24, day * 24 + 24).reduce((sum, votes) => sum + votes, 0),
	);

/** The artists with most tickets, each in the color of their fans. */
function raceSeries({ race }: Facts): Series[] {
	const last = ({ tickets }: Facts['race'][number]) => tickets.at(-1) ?? 0;
	return race
		.toSorted((one, other) => last(other) - last(one))
		.slice(0, SHOWN_ARTISTS)
		.map(({ name, color, tickets }) => ({ name, color, values: tickets }));
}

function gemSeries({ gemsByDay, size }: Facts): Series[] {
	const kinds = [...new Set(gemsByDay.map(({ kind }) => kind))].toSorted();
	return kinds.map((kind, index) => {
		const byDay = new Map(gemsByDay.filter((row) => row.kind === kind).map(({ day, gems }) => [day, gems]));
		const values = Array.from({ length: size.days + 2 }, (_, day) => byDay.get(day) ?? 0);
		return { name: kind.replaceAll('_', ' '), color: colorAt(index), values };
	});
}

function refusalSeries({ refusals }: Facts): Series[] {
	const slugs = [...new Set(refusals.flatMap((day) => Object.keys(day)))].toSorted();
	return slugs.map((slug, index) => ({
		name: slug.replaceAll('_', ' '),
		color: colorAt(index),
		values: refusals.map((day) => day[slug] ?? 0),
	}));
}
