import { expect, it } from 'vitest';
import { formatVerifierKey, makeVerifierKey } from '../note.ts';
import { parsePolicy, PolicyFault } from './witness-policy.ts';

const vkey = (name: string, seed: number, type = 4) =>
	formatVerifierKey(makeVerifierKey(name, new Uint8Array(32).fill(seed), type));
const NAMES = ['X1', 'X2', 'X3', 'Y1', 'Y2'];
const WITNESSES = NAMES.map((name, index) => `witness ${name} ${vkey(`${name}.example`, index)}`);
const POLICY = `# Two groups
log ${vkey('vote.example/anchor', 99, 1)} https://vote.example/anchor

${WITNESSES.join('\n')} https://y2.example/
  group X-witnesses\t2 X1 X2 X3
group Y-witnesses any Y1 Y2
group both all X-witnesses Y-witnesses
quorum both
`;

const OTHER = `witness Z ${formatVerifierKey(makeVerifierKey('z.example', new Uint8Array(1_312), 6))}`;

const isQuorum = (...names: string[]) => parsePolicy(POLICY).isQuorum(new Set(names));

it('knows its logs and witnesses', () => {
	const { logs, witnesses } = parsePolicy(POLICY);
	expect(logs.map(({ name }) => name)).toEqual(['vote.example/anchor']);
	expect(witnesses.map(({ name, key, url }) => [name, key.name, url])).toEqual(
		NAMES.map((name) => [name, `${name}.example`, name === 'Y2' ? 'https://y2.example/' : null]),
	);
});

it.each([
	['as an editor on Windows writes it', `\uFEFF${POLICY.replaceAll('\n', '\r\n')}`],
	['with witnesses of other key types, which never cosign', POLICY.replace('group Y-witnesses', `${OTHER}\n$&`)],
])('is the same %s', (_how, text) => {
	const [one, other] = [parsePolicy(POLICY), parsePolicy(text)];
	expect(other.witnesses).toEqual(one.witnesses);
	for (let bits = 0; bits < 2 ** one.witnesses.length; bits += 1) {
		const names = new Set(one.witnesses.filter((_, index) => bits & (1 << index)).map(({ name }) => name));
		expect(other.isQuorum(new Set([...names, 'Z']))).toBe(one.isQuorum(names));
	}
});

it('counts groups of groups', () => {
	expect(isQuorum('X1', 'X3', 'Y2')).toBe(true);
	expect(isQuorum('X1', 'Y1', 'Y2')).toBe(false);
	expect(isQuorum('X1', 'X2', 'X3')).toBe(false);
	expect(parsePolicy('quorum none').isQuorum(new Set())).toBe(true);
});

it.each([
	['no quorum', ''],
	['two quorums', 'quorum none\nquorum none'],
	['an unknown name', 'quorum X1'],
	['a group before its member', `group G any X1\n${WITNESSES[0]}\nquorum G`],
	['a member of two groups', `${WITNESSES[0]}\ngroup G any X1\ngroup H any X1\nquorum H`],
	['a name twice', `${WITNESSES[0]}\n${WITNESSES[1]?.replace('X2', 'X1')}\nquorum X1`],
	['the name none', `${WITNESSES[0]?.replace('X1', 'none')}\nquorum none`],
	['one key twice', `witness A ${vkey('a.example', 1)}\nwitness B ${vkey('b.example', 1)}\nquorum A`],
	['a key of a log', `witness A ${vkey('a.example', 1, 1)}\nquorum A`],
	['too many', `${WITNESSES[0]}\ngroup G 2 X1\nquorum G`],
	['none of them', `${WITNESSES[0]}\ngroup G 0 X1\nquorum G`],
	['an unknown word', 'witnesses A\nquorum none'],
	['another control character', 'quorum none\r \n'],
	['a quorum that needs a key of another type', `witness z ${vkey('z.example', 1, 6)}\nquorum z`],
])('is refused with %s', (_name, text) => expect(() => parsePolicy(text)).toThrow(PolicyFault));
