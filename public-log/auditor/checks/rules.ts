/** Keeps the rules up to date, judges that they are there before anything else, and each vote by them. */
import canonicalize from 'canonicalize';
import { openRules, type OpenRules } from '#public-log/format/ranking-json.ts';
import { rankingOf, type Checker, type LogState } from '../log-state.ts';
import type { Findings, CheckName } from './findings.ts';

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
			if (!vote.isOf(log.rankingBytes)) findings.fail('ranking', `the vote belongs to ${vote.ranking}`, log.index);
			if (log.rules) return;
			for (const name of UNDER_RULES) findings.skip(name, 'there are votes before any rules');
		},
		leaf(leaf) {
			if (leaf.type !== 'open') expectRules();
			const named = rankingOf(leaf);
			if (named !== null && named !== log.ranking) {
				findings.fail('ranking', `the ${leaf.type} leaf belongs to ${named}`, log.index);
			}
			if (leaf.type !== 'open') return;
			const { success, data } = openRules.safeParse(leaf.json);
			if (!success) return findings.fail('rules', 'these rules do not have the fields that rules must have', log.index);
			for (const name of Object.keys(data.extensions)) findings.skip('extensions', `not checked: ${name}`);
			const before = log.rules;
			if (before && log.votes > 0) judgeRevision(before, data);
			log.changeRules(data);
		},
	};

	function judgeRevision(before: OpenRules, after: OpenRules): void {
		const fail = (note: string) => findings.fail('frozen', note, log.index);
		for (const name of FROZEN)
			if (before[name] !== after[name]) fail(`${name} was ${before[name]}, now ${after[name]}`);
		for (const name of Object.keys({ ...before.extensions, ...after.extensions }))
			if (canonicalize(before.extensions[name]) !== canonicalize(after.extensions[name])) fail(`${name} has changed`);
		const [old, listed] = [Object.keys(before.candidates), Object.keys(after.candidates)];
		const added = listed.filter((id) => !old.includes(id));
		const removed = old.find((id) => !listed.includes(id));
		if (removed !== undefined) fail(`candidate ${removed} was removed`);
		if (added.length > 0 && after.reason === null) fail(`candidate ${added[0]} was added without a reason`);
		const why = added.length > 0 ? `adds ${added.join(', ')}: ${after.reason}` : 'changes title or names';
		log.changes.push(`Rules were revised at leaf ${log.index}, second ${after.at}: ${why}`);
	}
}

/** Judges each vote by the rules in force: for whom, and when. */
export function checkBallots(log: LogState, findings: Findings): Checker {
	return {
		vote({ artistId, castAt }) {
			const { rules, index, names } = log;
			if (!rules) return;
			if (!names.has(artistId)) {
				findings.fail('candidates', `the vote is for ${artistId}, who was not listed before`, index);
			}
			if (castAt < rules.starts_at) {
				findings.fail('window', `the vote was cast ${rules.starts_at - castAt} s before the start`, index);
			}
			if (castAt >= rules.ends_at) {
				findings.fail('window', `the vote was cast ${castAt - rules.ends_at} s after the end`, index);
			}
		},
	};
}
