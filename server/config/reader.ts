/** Reads single variables and collects every fault, so that one failed start names all of them. */
import { readFileSync, statSync } from 'node:fs';

export type Environment = Record<string, string | undefined>;

export type Reader = ReturnType<typeof openReader>;

const SHOWN_CHARACTERS_MAX = 60;
/** Longer than any key or connection string; a device such as /dev/zero never ends. */
const SECRET_BYTES_MAX = 16_384;
/** Pages that show a key put marks of direction or breaks of width nought around it, and a copy takes them along. */
const UNCLEAN = /^[\s\p{Cf}]|[\s\p{Cf}]$|\p{Cc}/u;

export function openReader(env: Environment) {
	const faults: string[] = [];
	/** Files that secrets are read from, by variable. */
	const secretFiles = new Map<string, string>();
	const refuse = (fault: string) => void faults.push(fault);

	/** `true` gives the value back; `false` records the fault and gives null. */
	function expect<Value>(name: string, value: Value, isGood: boolean, should: string, example: string): Value | null {
		if (isGood) return value;
		refuse(`${name} ${should}, but is ${shown(String(value))}. Example: ${name}=${example}`);
		return null;
	}

	const text = (name: string, example: string): string | null => {
		const value = env[name];
		if (value === undefined || value === '') return null;
		return expect(
			name,
			value,
			!UNCLEAN.test(value),
			'must not begin or end with a space or an unseen sign, or hold a line break',
			example,
		);
	};

	return {
		text,
		expect,
		refuse,
		faults,
		secretFiles,
		whole(name: string, fallback: number, min: number, max: number) {
			const value = env[name];
			if (value === undefined || value === '') return fallback;
			const isGood = /^-?\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max;
			const should = `must be a whole number from ${min} to ${max}`;
			return expect(name, value, isGood, should, String(fallback)) === null ? fallback : Number(value);
		},
		choice<Value extends string>(name: string, values: readonly Value[]) {
			const value = text(name, values[0] ?? '');
			const known = values.find((one) => one === value);
			if (value === null || known !== undefined) return known ?? null;
			expect(name, value, false, `must be one of ${values.join(', ')}`, values[0] ?? '');
			return null;
		},
		/** From the variable, or from the file that `<name>_FILE` names. */
		secret(name: string, example: string) {
			const file = text(`${name}_FILE`, `/run/secrets/${name.toLowerCase()}`);
			if (file !== null) secretFiles.set(`${name}_FILE`, file);
			const value = env[name] || null;
			if (value !== null && file !== null) {
				refuse(`${name} and ${name}_FILE are both set. Set only one of them`);
				return null;
			}
			const found = file === null ? value : readSecretFile(file, (fault) => refuse(`${name}_FILE ${fault}`));
			if (found === null) return null;
			// Never shown: it is a secret.
			if (!UNCLEAN.test(found)) return found;
			const source = file === null ? name : `The content of ${name}_FILE`;
			refuse(`${source} must be a single line without spaces or unseen signs around it. Example: ${example}`);
			return null;
		},
	};
}

/** Values of variables that hold no secret, in a length that does not drown the log. */
const shown = (value: string): string =>
	JSON.stringify(value.length > SHOWN_CHARACTERS_MAX ? `${value.slice(0, SHOWN_CHARACTERS_MAX)}…` : value);

/** Editors and `echo` end a file with a line break that is no part of the secret. */
function readSecretFile(path: string, refuse: (fault: string) => void): string | null {
	try {
		const file = statSync(path);
		if (!file.isFile() || file.size > SECRET_BYTES_MAX) {
			refuse(`must name a file of at most ${SECRET_BYTES_MAX} bytes: ${shown(path)}`);
			return null;
		}
		const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
		if (secret !== '') return secret;
		refuse(`names an empty file: ${shown(path)}`);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
		refuse(`names a file that cannot be read (${code}): ${shown(path)}`);
	}
	return null;
}
