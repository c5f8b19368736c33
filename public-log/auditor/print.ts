/** What the auditor tells, as lines of text. */
import { formatVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { type AnchorAudit, ANCHOR_CHECKS } from './anchor/audit-anchor.ts';
import type { Audit } from './audit.ts';
import { CHECKS, type CheckReport } from './checks/findings.ts';
import type { Walk } from './walk.ts';
import type { LogState } from './log-state.ts';
import { countedOf, NO_VOTES } from './memory/vote-ledger.ts';

const MARKS = { pass: 'PASS', fail: 'FAIL', skip: '--  ' };

/** @param told by the anchor */
export function linesOf({ key, checks, passed, walk }: Audit, told: readonly string[] = []): string[] {
	return reportLines(key, checkLines(checks, CHECKS), [...(walk ? countLines(walk) : []), ...told], passed);
}

export function linesOfAnchor({ key, checks, passed, size, claims, supply, told }: AnchorAudit): string[] {
	const { earned, purchased } = supply?.supply.outstanding ?? { earned: 0, purchased: 0 };
	const gems = supply ? [`${earned} earned and ${purchased} bought gems outstanding, by leaf ${supply.index}`] : [];
	const logs = [...claims.roots.values()].filter((roots) => roots.some(({ isEnd }) => !isEnd));
	const summary = [`${size} entries. Logs with checkpoints in it: ${logs.length}`, ...gems, ...told];
	const { program, policy } = Object.fromEntries(claims.told);
	if (program) summary.push(`The site serves an auditor with the SHA-256 ${program}`);
	if (policy) summary.push(`The site names its witnesses in a policy with the SHA-256 ${policy}`);
	return reportLines(key, checkLines(checks, ANCHOR_CHECKS), summary, passed);
}

function reportLines(key: VerifierKey, checks: readonly string[], more: readonly string[], passed: boolean): string[] {
	return [
		`Log ${key.name}`,
		`Key ${formatVerifierKey(key)}`,
		'',
		...checks,
		...(more.length > 0 ? ['', ...more] : []),
		'',
		passed ? 'The log passes.' : 'The log FAILS.',
	].map(withoutControls);
}

function checkLines<Name extends string>(
	checks: readonly CheckReport<Name>[],
	sentences: Readonly<Record<Name, string>>,
): string[] {
	return checks.flatMap(({ name, status, note, leaf, faults }) => {
		const line = `${MARKS[status]} ${name.padEnd(10)} ${sentences[name]}`;
		if (status !== 'fail') return [note === null ? line : `${line} (${note})`];
		const place = leaf === null ? '' : `leaf ${leaf}: `;
		return [line, `     ${place}${note}${faults > 1 ? ` (the first of ${faults} faults)` : ''}`];
	});
}

function countLines(walk: Walk): string[] {
	const { log } = walk;
	const chart = chartOf(log).map(({ rank, artistId, names, counted, voided }) => {
		const numbers = [rank, counted, voided].map((number) => String(number).padStart(12)).join('');
		return `${numbers}  ${names.join(' · ') || artistId}`;
	});
	const tallies = [...log.ledger.tallies.values()];
	const sum = (field: 'voided' | 'restored') => tallies.reduce((total, tally) => total + tally[field], 0);
	return [
		...(log.rules ? [log.rules.title] : []),
		`${['rank', 'counted', 'voided'].map((head) => head.padStart(12)).join('')}  candidate`,
		...chart,
		`${log.edge.size} entries, ${log.votes} votes cast by ${walk.voters()} voters`,
		`${sum('voided')} votes were voided, and ${sum('restored')} of them were restored and count again`,
		`Seconds go back by at most ${log.longestStepBack}`,
		...log.changes,
	];
}

/** Names come from the log. They must not be able to move the cursor of a terminal, or to turn lines around. */
const withoutControls = (line: string) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');

interface ChartLine {
	/** Equal for equal counts. */
	rank: number;
	artistId: number;
	names: readonly string[];
	counted: number;
	/** Voided and not restored. */
	voided: number;
}

/** The recounted chart of a log. */
export function chartOf({ names, ledger }: LogState): ChartLine[] {
	const ids = [...new Set([...names.keys(), ...ledger.tallies.keys()])];
	const lines = ids.map((artistId) => {
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
