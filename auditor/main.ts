/** The command: audits one log and prints what it found. */
import { readArguments, USAGE, UsageError } from './arguments.ts';
import { audit } from './audit.ts';
import { linesOf } from './print.ts';
import { openSource } from './source/open.ts';
import { Unreachable } from './source/unreachable.ts';

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
		const { place, input } = await readArguments(args);
		const report = await audit(openSource(place), input);
		out(`${linesOf(report).join('\n')}\n`);
		return report.passed ? PASSED : FAILED;
	} catch (thrown) {
		if (thrown instanceof UsageError) error(`${thrown.message}\n\n${USAGE}`);
		else if (thrown instanceof Unreachable) error(`${thrown.message}\n`);
		else throw thrown;
		return NOT_DONE;
	}
}
