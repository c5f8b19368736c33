/** The command: audits the log of a ranking, or the anchor of a site, and prints what it found. */
import { auditAnchor } from './anchor/audit-anchor.ts';
import { readArguments, USAGE, UsageError, type Arguments } from './arguments.ts';
import { audit, type Audit } from './audit.ts';
import { linesOf, linesOfAnchor } from './print.ts';
import { readOwnKey } from './source/checkpoint.ts';
import { openSource, Unreachable } from './source/source.ts';

interface Output {
	out: (text: string) => void;
	error: (text: string) => void;
}

const PASSED = 0;
const FAILED = 1;
const NOT_DONE = 2;

/** Returns the exit code. */
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

/** The name of an anchor ends so. */
const ANCHOR = '/anchor';

async function auditAny({
	place,
	input,
	anchor,
	anchorInput,
}: Arguments): Promise<{ lines: string[]; report: object; passed: boolean }> {
	const source = openSource(place);
	const { name } = input.key ?? (await readOwnKey(source));
	if (!name.endsWith(ANCHOR)) {
		if (anchorInput.logs.length > 0 || anchorInput.policy)
			throw new UsageError('--log and --policy belong to an anchor');
		const known = anchor === null ? null : await auditAnchor(openSource(anchor), { logs: [source] });
		// What an anchor says of keys is worth nothing unless all of it holds.
		if (known && !known.passed)
			return { lines: linesOfAnchor(known), report: jsonOf(known, known.told), passed: false };
		const report = await audit(source, known ? { ...input, revoked: known.revoked } : input);
		const told = [...(report.walk?.log.changes ?? []), ...(known?.told ?? [])];
		return { lines: linesOf(report, known?.told), report: jsonOf(report, told), passed: report.passed };
	}
	if (anchor !== null) throw new UsageError('--anchor belongs to the log of a ranking');
	if (input.receipt) throw new UsageError('The anchor holds no votes: give the log of the ranking');
	const logs = anchorInput.logs.map(openSource);
	const report = await auditAnchor(source, { ...input, policy: anchorInput.policy, logs });
	return { lines: linesOfAnchor(report), report: jsonOf(report, report.told), passed: report.passed };
}

const jsonOf = (
	{ key, checks, passed }: Pick<Audit, 'key' | 'passed'> & { checks: readonly object[] },
	told: readonly string[],
) => ({
	log: key.name,
	passed,
	checks,
	told,
});
