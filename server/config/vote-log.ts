/** Settings of the public vote log. */
import { readFileSync } from 'node:fs';
import { fromBase64 } from '#public-log/format/bytes.ts';
import { parsePolicy, type WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { Reader } from './reader.ts';

const KEY_BYTES = 32;
const EXAMPLE = 'openssl rand -base64 32';

export function readVoteLog(reader: Reader, publicUrl: string) {
	const masterKey = readKey(reader, 'VOTE_LOG_MASTER_KEY');
	const signingKey = readKey(reader, 'VOTE_LOG_SIGNING_KEY');
	const oldSigningKeys = readOldKeys(reader);
	if ((masterKey === null) !== (signingKey === null)) {
		reader.refuse('VOTE_LOG_MASTER_KEY and VOTE_LOG_SIGNING_KEY go together: set both or neither');
	}
	const { host } = new URL(publicUrl);
	return {
		/** Name under which receipts are signed. */
		receipts: `${host}/receipts`,
		/** Witnesses of the anchor. Null: nobody watches it. */
		policy: readPolicy(reader),
		/** Each 32 bytes. Null: kept in the data folder, made at the first start. */
		keys: masterKey && signingKey ? { masterKey, signingKey, oldSigningKeys } : null,
	};
}

/** The file of a policy by C2SP tlog-policy. */
function readPolicy(reader: Reader): WitnessPolicy | null {
	const file = reader.text('VOTE_LOG_POLICY', '/etc/lightstick/witnesses');
	if (file === null) return null;
	try {
		const policy = parsePolicy(readFileSync(file, 'utf8'));
		for (const { name, url } of policy.witnesses) {
			if (url === null || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
				reader.refuse(`VOTE_LOG_POLICY: the witness ${name} has no address to send checkpoints to`);
		}
		return policy;
	} catch (error) {
		reader.refuse(`VOTE_LOG_POLICY: ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
		return null;
	}
}

function readKey(reader: Reader, name: string): Buffer | null {
	const text = reader.secret(name, EXAMPLE);
	return text === null ? null : parseKey(reader, name, text);
}

/** Divided by commas. */
function readOldKeys(reader: Reader): Buffer[] {
	const name = 'VOTE_LOG_OLD_SIGNING_KEYS';
	const texts = reader.secret(name, 'the keys that signed before, divided by commas')?.split(',') ?? [];
	return texts.map((text) => parseKey(reader, name, text)).filter((key) => key !== null);
}

function parseKey(reader: Reader, name: string, text: string): Buffer | null {
	const bytes = fromBase64(text);
	if (bytes?.length === KEY_BYTES) return Buffer.from(bytes);
	reader.refuse(`${name} must be 32 random bytes in base64. Example: ${EXAMPLE}`);
	return null;
}
