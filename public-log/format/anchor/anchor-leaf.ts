/**
 * Leaves of the anchor, the site's small log of logs. The form is that of a ranking's leaves (leaf.ts): one line, `v1` and
 * the type first. An origin is the name of a log, as the first line of its checkpoints says it. Times are in Unix seconds.
 */
import { grammarOf, text, whole, wholeOrNone, type LeafIn } from '../line.ts';

const LINE_BYTES_MAX = 1024;

const cp = { origin: text(/^[!-*,-~]{1,255}$/), size: whole, root: text(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/) };

const fieldsOf = {
	cp,
	/** The last checkpoint of a ranking's log, and the SHA-256 of its last leaf, which is the result. */
	result: { ...cp, leafSha256: text(/^[0-9a-f]{64}$/) },
	/**
	 * The log of this name ended with this checkpoint, because the site was set back or its key was revoked. It goes on as
	 * `successor`, which begins with the first `kept` leaves; what was committed after `to` may be gone.
	 */
	restored: { at: whole, to: whole, ...cp, successor: cp.origin, kept: whole, keptRoot: cp.root },
	/** SHA-256 of the auditor that the site serves from this second on. */
	program: { at: whole, sha256: text(/^[0-9a-f]{64}$/) },
	/** SHA-256 of the C2SP tlog-policy that the site shows from this second on: its witnesses. */
	policy: { at: whole, sha256: text(/^[0-9a-f]{64}$/) },
	/** A key named `vote.example/log` signs all logs below that address, each under the log's own name. */
	key: {
		/** `revoke`: somebody else may have it. What it signed after `to` counts for nothing. */
		change: text<'add' | 'retire' | 'revoke'>(/^(?:add|retire|revoke)$/),
		/** `name+id+base64`. */
		vkey: text(/^[!-*,-~]{1,255}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{1,128}$/),
		from: whole,
		/** Null in an `add`: no end is known. */
		to: wholeOrNone,
	},
};

/** What the JSON of `supply` and `accounts` says is in anchor-json.ts. */
export type AnchorLeaf = LeafIn<typeof fieldsOf, 'supply' | 'accounts'>;
export type AnchorLeafOf<Type extends AnchorLeaf['type']> = Extract<AnchorLeaf, { type: Type }>;
export type KeyLeaf = AnchorLeafOf<'key'>;

export const { format: formatAnchorLeaf, parse: parseAnchorLeaf } = grammarOf(
	fieldsOf,
	['supply', 'accounts'],
	LINE_BYTES_MAX,
);
