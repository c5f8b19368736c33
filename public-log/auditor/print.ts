/** What the auditor tells, as lines of text. */
import { formatVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { type AnchorAudit, ANCHOR_CHECKS } from './anchor/audit-anchor.ts';
import type { Audit } from './audit.ts';
import { CHECKS, utc, type CheckReport } from './checks/findings.ts';
import type { Walk } from './walk.ts';
import type { LogState } from './log-state.ts';
import type { OpenRules } from '#public-log/format/ranking-json.ts';
import { countedOf, NO_VOTES } from './memory/vote-ledger.ts';

/** A page for a person. */
const TOLD_MAX = 30;
const MARKS = { pass: 'PASS', fail: 'FAIL', skip: '--  ' };

/** @param told by the anchor */
export function linesOf({ key, checks, passed, walk }: Audit, told: readonly string[] = []): string[] {
	const changes = [...told, ...(walk?.log.changes ?? [])];
	return reportLines(key, checkLines(checks, CHECKS), walk ? countLines(walk) : [], changes, passed);
}

export function linesOfAnchor({ key, checks, passed, size, claims, supply, told }: AnchorAudit): string[] {
	const { earned, purchased } = supply?.supply.outstanding ?? { earned: 0, purchased: 0 };
	const gems = supply
		? [`${earned} earned and ${purchased} bought gems outstanding at ${utc(supply.supply.at)}, by leaf ${supply.index}`]
		: [];
	const logs = [...claims.roots.values()].filter((roots) => roots.some(({ isEnd }) => !isEnd));
	const summary = [`${size} entries. Logs with checkpoints in it: ${logs.length}`, ...gems];
	return reportLines(key, checkLines(checks, ANCHOR_CHECKS), summary, told, passed);
}

function reportLines(
	key: VerifierKey,
	checks: ReturnType<typeof checkLines>,
	counted: readonly string[],
	told: readonly string[],
	passed: boolean,
): string[] {
	const shown = told.slice(0, TOLD_MAX);
	const more = told.length - shown.length;
	const part = (head: string, lines: readonly string[]) => (lines.length > 0 ? ['', head, ...lines] : []);
	return [
		`Log ${key.name}`,
		`Key ${formatVerifierKey(key)}`,
		...part('What failed', checks.failed),
		...part('What was checked', checks.made),
		...part('What was not checked, and why', checks.notMade),
		...part('What was counted', counted),
		...part('What you should know', more > 0 ? [...shown, `… and ${more} more: --json prints all`] : shown),
		'',
		passed ? 'The log passes.' : 'The log FAILS.',
	].map(withoutControls);
}

function checkLines<Name extends string>(
	checks: readonly CheckReport<Name>[],
	sentences: Readonly<Record<Name, string>>,
): Record<'failed' | 'made' | 'notMade', string[]> {
	const lines = { failed: [] as string[], made: [] as string[], notMade: [] as string[] };
	for (const { name, status, note, leaf, faults } of checks) {
		const line = `${MARKS[status]} ${name.padEnd(10)} ${sentences[name]}`;
		const place = leaf === null ? '' : `leaf ${leaf}: `;
		const more = faults > 1 ? ` (the first of ${faults} faults)` : '';
		if (status === 'fail') lines.failed.push(line, `     ${place}${note}${more}`);
		else lines[status === 'pass' ? 'made' : 'notMade'].push(note === null ? line : `${line} (${note})`);
	}
	return lines;
}

function countLines(walk: Walk): string[] {
	const { log } = walk;
	const chart = chartOf(log).map(({ rank, artistId, names, counted, voided }) => {
		const numbers = [rank, counted, voided].map((number) => String(number).padStart(12)).join('');
		return `${numbers}  ${names.join(' · ')} (${artistId})`;
	});
	const tallies = [...log.ledger.tallies.values()];
	const sum = (field: 'voided' | 'restored') => tallies.reduce((total, tally) => total + tally[field], 0);
	return [
		...(log.rules ? [log.rules.title, rulesLine(log.rules)] : []),
		`${['rank', 'counted', 'voided'].map((head) => head.padStart(12)).join('')}  candidate`,
		...chart,
		`${log.edge.size} entries, ${log.votes} votes cast by ${walk.voters()} voters`,
		`${sum('voided')} votes were voided, and ${sum('restored')} of them were restored and count again`,
		`Seconds go back by at most ${log.longestStepBack}. When an entry was really written, only the anchor bounds`,
	];
}

const rulesLine = (rules: OpenRules) =>
	`from ${utc(rules.starts_at)} to ${utc(rules.ends_at)}; gems a vote: ${rules.gems_per_vote}; votes of a voter at most: ${rules.votes_per_fan_max ?? 'any'}; seconds to object: ${rules.objection_seconds}, to review: ${rules.review_seconds}`;

/** Names come from the log. They must not be able to move the cursor of a terminal, or to turn lines around. */
const withoutControls = (line: string) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');

/** Equal counts have equal ranks. */
export function chartOf({ names, ledger }: LogState) {
	const lines = [...new Set([...names.keys(), ...ledger.tallies.keys()])].map((artistId) => {
		const tally = ledger.tallies.get(artistId) ?? NO_VOTES;
		const voided = tally.voided - tally.restored;
		return { rank: 1, artistId, names: names.get(artistId) ?? [], counted: countedOf(tally), voided };
	});
	const sorted = lines.toSorted((one, other) => other.counted - one.counted || one.artistId - other.artistId);
	for (const [at, line] of sorted.entries()) {
		const above = sorted[at - 1];
		line.rank = above?.counted === line.counted ? above.rank : at + 1;
	}
	return sorted;
}
