/** The command: audits the log of a ranking, or the anchor of a site, and prints what it found. */
import { auditAnchor } from './anchor/audit-anchor.ts';
import { audit, type Audit } from './audit.ts';
import { chartOf, linesOf, linesOfAnchor } from './print.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { isAnchor } from './anchor/logs.ts';
import { readOwnKey, openSource, Unreachable } from './source/source.ts';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseReceiptFile, type ReceiptFile } from '#public-log/format/receipt-file.ts';
import { parsePolicy, PolicyFault, type WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';

const PASSED = 0;
const FAILED = 1;
const NOT_DONE = 2;

/** Returns the exit code. */
export async function auditLog(
	args: readonly string[],
	{ out, error }: Record<'out' | 'error', (text: string) => void>,
) {
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

const USAGE = `Usage: audit-log <address or folder of a log> [options]

  --key <vkey>          the key that must have signed the log, or a file that holds it. Without it, the log's
                        own key is used, which proves only that the log agrees with itself
  --checkpoint <file>   an older checkpoint of the log, which it must begin with. May be repeated
  --receipt <file>      the .tlog-proof of a vote, or the receipt that it was answered with
  --leaf <line>         the vote of the receipt: "v1 vote …". A receipt that My Votes saved begins with it
  --receipt-key <vkey>  the key that signs receipts, from /receipts/vkey of the site. Without it, the
                        receipt is taken for a proof
  --anchor <place>      the anchor of the site: it tells which keys were revoked, and what still counts of
                        what they signed

For the anchor of a site, whose address ends with /anchor:
  --log <place>         the log of a ranking, which the anchor must tell of rightly. May be repeated
  --policy <file>       the witnesses who must have cosigned the anchor, by C2SP tlog-policy
  --json                prints the same for machines: see public-log/README.md

Ends with 0 if the log passes, 1 if it fails, 2 if it cannot be read or the command is wrong.
`;

class UsageError extends Error {
	override name = 'UsageError';
}

type Arguments = Awaited<ReturnType<typeof readArguments>>;

/** @throws {UsageError} @throws {Unreachable} if a file cannot be read */
async function readArguments(args: readonly string[]) {
	const { values, positionals } = parse(args);
	const [place, ...others] = positionals;
	if (place === undefined || others.length > 0) throw new UsageError('Give one address or folder');
	const older = await Promise.all((values.checkpoint ?? []).map(read));
	const receipt = await readReceipt(values.receipt, values.leaf);
	const receiptKey = await readKey('--receipt-key', values['receipt-key']);
	const promise = receipt && receiptKey ? { ...receipt, key: receiptKey } : null;
	const anchorInput = { logs: values.log ?? [], policy: await readPolicy(values.policy) };
	return {
		place,
		json: values.json ?? false,
		input: { key: await readKey('--key', values.key), older, receipt: promise ? null : receipt, promise },
		anchor: values.anchor ?? null,
		anchorInput,
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				key: { type: 'string' },
				checkpoint: { type: 'string', multiple: true },
				receipt: { type: 'string' },
				leaf: { type: 'string' },
				'receipt-key': { type: 'string' },
				anchor: { type: 'string' },
				log: { type: 'string', multiple: true },
				policy: { type: 'string' },
				json: { type: 'boolean' },
			},
		});
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

async function readKey(option: string, given: string | undefined): Promise<VerifierKey | null> {
	if (given === undefined) return null;
	const text = parseVerifierKey(given.trim()) ? given : ((await readFile(given).catch(() => null))?.toString() ?? '');
	const key = parseVerifierKey(text.replace(/^\uFEFF/, '').trim());
	if (!key) throw new UsageError(`${option} is no verifier key (name+id+base64), and no file that holds one`);
	return key;
}

async function readPolicy(file: string | undefined): Promise<WitnessPolicy | null> {
	if (file === undefined) return null;
	try {
		return parsePolicy((await read(file)).toString());
	} catch (error) {
		if (error instanceof PolicyFault) throw new UsageError(`--policy cannot be read: ${error.message}`);
		throw error;
	}
}

async function readReceipt(file: string | undefined, leaf: string | undefined): Promise<ReceiptFile | null> {
	if (file === undefined && leaf === undefined) return null;
	const whole = file !== undefined && leaf === undefined ? parseReceiptFile((await read(file)).toString()) : null;
	if (whole) return whole;
	if (file === undefined || leaf === undefined) throw new UsageError('--receipt and --leaf belong together');
	return { proof: (await read(file)).toString(), leaf };
}

async function read(file: string): Promise<Buffer> {
	try {
		return await readFile(file);
	} catch (error) {
		throw new Unreachable(String(error), { cause: error });
	}
}
