/** Policies by C2SP tlog-policy: which witnesses there are, and how many of them must have cosigned a checkpoint. */
import { fromDecimal, hex } from '../bytes.ts';
import { COSIGNATURE } from './cosignature.ts';
import { parseVerifierKey, type VerifierKey } from '../note.ts';

export interface Witness {
	/** In the policy. */
	name: string;
	key: VerifierKey;
	/** Prefix of its address. Null: the policy does not say. */
	url: string | null;
}

export interface WitnessPolicy {
	/** As it was given. */
	text: string;
	logs: readonly VerifierKey[];
	witnesses: readonly Witness[];
	/** True if the witnesses of these names are enough. */
	isQuorum(cosigned: ReadonlySet<string>): boolean;
}

export class PolicyFault extends Error {
	override name = 'PolicyFault';
}

type Rule = (cosigned: ReadonlySet<string>) => boolean;
const NONE = 'none';
const LOG_TYPE = 1;

/** @throws {PolicyFault} with the number of the line */
export function parsePolicy(text: string): WitnessPolicy {
	if (/(?![\t\n])\p{Cc}/u.test(text)) throw new PolicyFault('a control character');
	const rules = new Map<string, Rule>();
	const [logs, witnesses]: [VerifierKey[], Witness[]] = [[], []];
	const members = new Set<string>();
	const keys = new Set<string>();
	let quorum: Rule | null = null;

	const define = (name: string, rule: Rule) => {
		if (name === NONE || rules.has(name)) throw new PolicyFault(`the name ${name} is taken`);
		rules.set(name, rule);
	};
	const find = (name: string): Rule => {
		const rule = rules.get(name);
		if (!rule) throw new PolicyFault(`${name} is not defined before`);
		return rule;
	};
	const readKey = (vkey: string, type: number): VerifierKey => {
		const key = parseVerifierKey(vkey);
		if (key?.type !== type) throw new PolicyFault(`${vkey} is no key of type ${type}`);
		const id = `${type} ${hex(key.publicKey)}`;
		if (keys.has(id)) throw new PolicyFault('the same key twice');
		keys.add(id);
		return key;
	};
	const member = (name: string): Rule => {
		if (members.has(name)) throw new PolicyFault(`${name} is in a group already`);
		members.add(name);
		return find(name);
	};

	function readLine([verb, first, second, ...rest]: readonly string[]): void {
		if (first === undefined) throw new PolicyFault('an unfinished line');
		if (verb === 'log' && rest.length === 0) {
			logs.push(readKey(first, LOG_TYPE));
		} else if (verb === 'witness' && second !== undefined && rest.length <= 1) {
			witnesses.push({ name: first, key: readKey(second, COSIGNATURE), url: rest[0] ?? null });
			define(first, (cosigned) => cosigned.has(first));
		} else if (verb === 'group' && second !== undefined && rest.length > 0) {
			const [least, parts] = [leastOf(second, rest.length), rest.map(member)];
			define(first, (cosigned) => parts.filter((part) => part(cosigned)).length >= least);
		} else if (verb === 'quorum' && second === undefined && quorum === null) {
			quorum = first === NONE ? () => true : find(first);
		} else {
			throw new PolicyFault(`it is not understood`);
		}
	}

	for (const [index, line] of text.split('\n').entries()) {
		const fields = line.split(/[ \t]+/).filter((field) => field !== '');
		if (fields.length === 0 || fields[0]?.startsWith('#')) continue;
		try {
			readLine(fields);
		} catch (error) {
			if (error instanceof PolicyFault) throw new PolicyFault(`line ${index + 1}: ${error.message}`, { cause: error });
			throw error;
		}
	}
	if (quorum === null) throw new PolicyFault('there is no quorum line');
	return { text, logs, witnesses, isQuorum: quorum };
}

function leastOf(threshold: string, members: number): number {
	const least = { all: members, any: 1 }[threshold] ?? fromDecimal(threshold);
	if (least === null || least < 1 || least > members) throw new PolicyFault(`${threshold} of ${members}`);
	return least;
}
