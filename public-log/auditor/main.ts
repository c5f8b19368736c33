/** The command: audits the log of a ranking, or the anchor of a site, and prints what it found. */
import { auditAnchor } from './anchor/audit-anchor.ts';
import { readArguments, USAGE, UsageError, type Arguments } from './arguments.ts';
import { audit, type Audit } from './audit.ts';
import { chartOf, linesOf, linesOfAnchor } from './print.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { isAnchor } from './anchor/logs.ts';
import { readOwnKey, openSource, Unreachable } from './source/source.ts';

interface Output {
	out: (text: string) => void;
	error: (text: string) => void;
}

const PASSED = 0;
const FAILED = 1;
const NOT_DONE = 2;

export async function auditLog(args: readonly string[], { out, error }: Output): Promise<number> {
	try {
		const asked = await readArguments(args);
		const { lines, report, passed } = await auditAny(asked);
		out(asked.json ? `${JSON.stringify(report)}\n` : `${lines.join('\n')}\n`);
		return passed ? PASSED : FAILED;
	} catch (thrown) {
		if (thrown instanceof UsageError) error(`${thrown.message}\n\n${USAGE}`);
		else if (thrown instanceof Unreachable) error(`${thrown.message}\n`);
		else throw thrown;
		return NOT_DONE;
	}
}

async function auditAny({ place, input, anchor, anchorInput }: Arguments) {
	const source = openSource(place);
	const { name } = input.key ?? (await readOwnKey(source));
	if (!isAnchor(name)) {
		if (anchorInput.logs.length > 0 || anchorInput.policy)
			throw new UsageError('--log and --policy belong to an anchor');
		const beside = anchor === null ? null : openSource(anchor);
		if (beside && !isAnchor((await readOwnKey(beside)).name)) throw new UsageError(`${anchor} is no anchor`);
		const known = beside && (await auditAnchor(beside, { logs: [source] }));
		// What an anchor says of keys is worth nothing unless all of it holds.
		if (known && !known.passed)
			return { lines: linesOfAnchor(known), report: jsonOf(known, known.told, known.size), passed: false };
		const report = await audit(source, known ? { ...input, revoked: known.revoked } : input);
		known?.told.unshift(`The anchor was read with the key that it shows itself: ${formatVerifierKey(known.key)}`);
		const { walk } = report;
		const told = [...(walk?.log.changes ?? []), ...(known?.told ?? [])];
		const { size: entries = 0 } = walk?.log.edge ?? {};
		const counts = walk && { votes: walk.log.votes, voters: walk.voters(), chart: chartOf(walk.log) };
		const json = { ...jsonOf(report, told, entries), ...counts };
		return { lines: linesOf(report, known?.told), report: json, passed: report.passed };
	}
	if (anchor !== null) throw new UsageError('--anchor belongs to the log of a ranking');
	if (input.receipt) throw new UsageError('The anchor holds no votes: give the log of the ranking');
	const logs = anchorInput.logs.map(openSource);
	const report = await auditAnchor(source, { ...input, policy: anchorInput.policy, logs });
	if (logs.length > 0) report.told.push('Audit each log by itself, too: here it was compared with the anchor only');
	return { lines: linesOfAnchor(report), report: jsonOf(report, report.told, report.size), passed: report.passed };
}

const jsonOf = (
	{ key, checks, passed }: Pick<Audit, 'key' | 'passed'> & { checks: readonly object[] },
	told: readonly string[],
	entries: number,
) => ({ log: key.name, key: formatVerifierKey(key), passed, checks, entries, told });
