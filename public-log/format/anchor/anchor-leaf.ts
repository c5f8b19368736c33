/**
 * Leaves of the anchor, the site's small log of logs. The form is that of a ranking's leaves (leaf.ts): one line, `v1` and
 * the type first. An origin is the name of a log, as the first line of its checkpoints says it.
 */
import canonicalize from 'canonicalize';
import { utf8, type Bytes } from '../bytes.ts';
import { formatFields, parseCanonical, parseFields, splitLine, text, whole, type Field, type Fields } from '../line.ts';

/** A checkpoint of a ranking's log. */
export interface CpLeaf {
	type: 'cp';
	origin: string;
	size: number;
	/** Base64. */
	root: string;
}

/** The last checkpoint of a ranking's log. Its last leaf is the result. */
export interface ResultAnchorLeaf {
	type: 'result';
	origin: string;
	size: number;
	root: string;
	/** SHA-256 of the result's leaf: 64 hexadecimal digits. */
	leafSha256: string;
}

/** A key named `vote.example/log` signs all logs below that address, each under the log's own name. */
export interface KeyLeaf {
	type: 'key';
	/** `revoke`: somebody else may have it. What it signed after `to` counts for nothing. */
	change: 'add' | 'retire' | 'revoke';
	/** `name+id+base64`. */
	vkey: string;
	/** Unix seconds. */
	from: number;
	/** Null in an `add`: no end is known. */
	to: number | null;
}

/**
 * The site was set back. The log of this name ended with this checkpoint, and goes on under a new name without what was
 * committed after `to`.
 */
export interface RestoredLeaf {
	type: 'restored';
	/** Unix seconds. */
	at: number;
	to: number;
	origin: string;
	size: number;
	root: string;
}

/** See anchor-json.ts. */
export interface NumbersLeaf {
	type: 'supply' | 'accounts';
	json: unknown;
}

export type AnchorLeaf = CpLeaf | ResultAnchorLeaf | KeyLeaf | RestoredLeaf | NumbersLeaf;

const VERSION = 'v1';
const LINE_BYTES_MAX = 1024;
const NO_END = '-';

const origin = text(/^[!-*,-~]{1,255}$/);
const root = text(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/);
const end: Field = {
	pattern: /^(?:-|0|[1-9][0-9]{0,15})$/,
	read: (part) => (part === NO_END ? part : whole.read(part)),
};

const fieldsOf = {
	cp: { origin, size: whole, root },
	result: { origin, size: whole, root, leafSha256: text(/^[0-9a-f]{64}$/) },
	restored: { at: whole, to: whole, origin, size: whole, root },
	key: {
		change: text(/^(?:add|retire|revoke)$/),
		vkey: text(/^[!-*,-~]{1,255}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{1,128}$/),
		from: whole,
		to: end,
	},
} satisfies Record<Exclude<AnchorLeaf['type'], NumbersLeaf['type']>, Fields>;

const isLineType = (type: string): type is keyof typeof fieldsOf => Object.hasOwn(fieldsOf, type);

/** @throws {RangeError} if a field does not fit the grammar */
export function formatAnchorLeaf(leaf: AnchorLeaf): Bytes {
	const { type } = leaf;
	if (type === 'supply' || type === 'accounts') return utf8(`${VERSION} ${type} ${canonicalize(leaf.json)}`);
	const values = type === 'key' ? { ...leaf, to: leaf.to ?? NO_END } : { ...leaf };
	return utf8(`${VERSION} ${type} ${formatFields(fieldsOf[type], values)}`);
}

/** Null unless the bytes are exactly what `formatAnchorLeaf` makes of the leaf. */
export function parseAnchorLeaf(bytes: Uint8Array): AnchorLeaf | null {
	const line = splitLine(bytes);
	if (!line) return null;
	const { type, rest } = line;
	if (type === 'supply' || type === 'accounts') {
		const json = parseCanonical(rest);
		return json === undefined ? null : { type, json };
	}
	if (!isLineType(type) || bytes.length > LINE_BYTES_MAX) return null;
	const values = parseFields(fieldsOf[type], rest);
	if (!values) return null;
	return { type, ...values, ...(values['to'] === NO_END ? { to: null } : {}) } as unknown as AnchorLeaf;
}
