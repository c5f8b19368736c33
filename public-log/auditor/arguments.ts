import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseReceiptFile } from '#public-log/format/receipt-file.ts';
import { parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { parsePolicy, PolicyFault, type WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { Receipt } from './checks/milestones.ts';
import { Unreachable } from './source/source.ts';

export const USAGE = `Usage: audit-log <address or folder of a log> [options]

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

export class UsageError extends Error {
	override name = 'UsageError';
}

export type Arguments = Awaited<ReturnType<typeof readArguments>>;

/** @throws {UsageError} @throws {Unreachable} if a file cannot be read */
export async function readArguments(args: readonly string[]) {
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

async function readReceipt(file: string | undefined, leaf: string | undefined): Promise<Receipt | null> {
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
