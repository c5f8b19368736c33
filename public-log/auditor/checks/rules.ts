/** Keeps the rules up to date, judges that they are there before anything else, and each vote by them. */
import canonicalize from 'canonicalize';
import { openRules, type OpenRules } from '#public-log/format/ranking-json.ts';
import { asRead, rankingOf, type Checker, type LogState } from '../log-state.ts';
import { utc, type Findings, type CheckName } from './findings.ts';

/** What fans vote by. It never changes after the first vote. */
const FROZEN = [
	'starts_at',
	'ends_at',
	'gems_per_vote',
	'votes_per_fan_max',
	'objection_seconds',
	'review_seconds',
] as const;

/** Checks that need the rules in force. */
const UNDER_RULES: readonly CheckName[] = ['candidates', 'window', 'price', 'cap'];

export function checkRules(log: LogState, findings: Findings): Checker {
	function expectRules(): void {
		if (log.index === 0) findings.fail('rules', 'the log does not begin with rules', 0);
	}
	return {
		vote(vote) {
			expectRules();
			if (vote.ranking !== log.ranking) findings.fail('ranking', `the vote belongs to ${vote.ranking}`, log.index);
			if (log.rules) return;
			for (const name of UNDER_RULES) findings.skip(name, 'there are votes before any rules');
		},
		leaf(leaf) {
			if (leaf.type !== 'open') expectRules();
			const named = rankingOf(leaf);
			if (named !== null && named !== log.ranking)
				findings.fail('ranking', `the ${leaf.type} leaf belongs to ${named}`, log.index);
			if (leaf.type !== 'open') return;
			const { success, data } = openRules.safeParse(leaf.json);
			if (!success) return findings.fail('rules', 'these rules do not have the fields that rules must have', log.index);
			const unknown = Object.keys(data.extensions);
			const taken = unknown.find((name) => Object.hasOwn(openRules.shape, name));
			if (taken !== undefined) findings.fail('rules', `an extension has the name of a rule: ${taken}`, log.index);
			if (unknown.length > 0) findings.skip('extensions', `not checked: ${unknown.join(', ')}`);
			if (log.rules) judgeRevision(log.rules, data);
			log.changeRules(data);
		},
	};

	function judgeRevision(before: OpenRules, after: OpenRules): void {
		const told: string[] = [];
		const fail = (note: string) => {
			told.push(note);
			if (log.votes > 0) findings.fail('frozen', note, log.index);
		};
		for (const name of FROZEN)
			if (before[name] !== after[name]) fail(`${name} was ${before[name]}, now ${after[name]}`);
		for (const name of Object.keys({ ...before.extensions, ...after.extensions }))
			if (canonicalize(before.extensions[name]) !== canonicalize(after.extensions[name])) fail(`${name} has changed`);
		for (const name of ['title', 'type'] as const)
			if (before[name] !== after[name]) told.push(`${name} was ${before[name]}, now ${after[name]}`);
		const [old, listed] = [new Set(Object.keys(before.candidates)), Object.keys(after.candidates)];
		const added = listed.filter((id) => !old.has(id));
		const removed = [...old].find((id) => !Object.hasOwn(after.candidates, id));
		if (removed !== undefined) fail(`candidate ${removed} was removed`);
		if (added.length > 0 && !after.reason?.trim()) fail(`candidate ${added[0]} was added without a reason`);
		if (added.length > 0)
			told.push(
				`adds ${added.map((id) => [id, ...(after.candidates[id] ?? [])].join(' ')).join(', ')}: ${after.reason}`,
			);
		for (const id of listed) judgeNames(Number(id), after.candidates[id] ?? [], told, fail);
		const when = log.votes === 0 ? 'before the first vote' : `after ${log.votes} votes`;
		log.changes.push(`Rules were revised at leaf ${log.index}, ${utc(after.at)}, ${when}: ${told.join('; ')}`);
	}

	/** Votes are counted by id: two candidates who trade names trade their votes. */
	function judgeNames(id: number, names: readonly string[], told: string[], fail: (note: string) => void): void {
		const before = log.names.get(id);
		const fresh = names.filter((name) => before?.includes(name) !== true);
		if (fresh.length === 0) return;
		if (before) told.push(`${id} was ${before.join(' · ') || 'not named'}, now ${names.join(' · ')}`);
		if (before?.length === 0) fail(`${id} is named for the first time`);
		for (const name of fresh) {
			const owners = [...(log.owners.get(asRead(name)) ?? [id])];
			if (!owners.includes(id)) fail(`${id} takes the name ${name} of candidate ${owners[0]}`);
		}
	}
}

/** Judges each vote by the rules in force: for whom, and when. */
export const checkBallots = (log: LogState, findings: Findings): Checker => ({
	vote({ artistId, castAt }) {
		const { rules, index } = log;
		if (!rules) return;
		if (!Object.hasOwn(rules.candidates, artistId))
			findings.fail('candidates', `the vote is for ${artistId}, who is not listed`, index);
		if (castAt < rules.starts_at)
			findings.fail('window', `the vote was cast ${rules.starts_at - castAt} s before the start`, index);
		if (castAt >= rules.ends_at)
			findings.fail('window', `the vote was cast ${castAt - rules.ends_at} s after the end`, index);
	},
});

export function checkPrice(log: LogState, findings: Findings): Checker {
	let total = 0;
	return {
		vote({ tickets, gemsEarned, gemsPurchased }) {
			if (!log.rules) return;
			const { gems_per_vote: price } = log.rules;
			const cost = gemsEarned + gemsPurchased;
			total += cost;
			// What is too large to be computed exactly has no price, nor has a sum. Each vote costs a gem or more: no other sum is larger.
			if (tickets > 0 && Number.isSafeInteger(total) && tickets * price === cost) return;
			findings.fail('price', `${tickets} votes cost ${cost} gems, and the price of one was ${price}`, log.index);
		},
	};
}
