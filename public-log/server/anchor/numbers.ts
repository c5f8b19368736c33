/** What the anchor tells in numbers, for everybody's page: read from its own published leaves. */
import type { ReplyOf } from '#contract/endpoint.ts';
import * as shapes from '#public-log/format/anchor/anchor-json.ts';
import { parseAnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import type { Db } from '#server/kernel/database.ts';
import type { PublisherDeps } from '../publisher.ts';
import { readWitnessing } from '../witnesses/witnessing.ts';
import { selectNumbers, selectPublished } from './numbers-sql.ts';

type Numbers = ReplyOf<typeof getTransparencyNumbers>;

export interface NumbersDeps extends Pick<PublisherDeps, 'keys' | 'anchor'> {
	policy: WitnessPolicy | null;
}

export async function readNumbers(db: Db, { keys, anchor, policy }: NumbersDeps): Promise<Numbers> {
	const [published, rows, watched] = [
		await selectPublished(db),
		await selectNumbers(db),
		await readWitnessing(db, policy),
	];
	const leaves = rows.map(({ index, leaf }) => ({ index, leaf: parseAnchorLeaf(leaf) }));
	return {
		anchor: {
			origin: anchor,
			vkey: formatVerifierKey(keys.signer(anchor, published.publicKey).key),
			size: published.size,
			published_time: published.publishedAt,
		},
		supply: leaves.flatMap(({ index, leaf }) => (leaf?.type === 'supply' ? [supplyPoint(index, leaf.json)] : [])),
		accounts: leaves.flatMap(({ index, leaf }) => (leaf?.type === 'accounts' ? [accountsPoint(index, leaf.json)] : [])),
		...watched,
	};
}

function supplyPoint(index: number, json: unknown): Numbers['supply'][number] {
	const { at, issued, burned, outstanding } = shapes.supply.parse(json);
	return { index, time: at, issued, burned, outstanding };
}

function accountsPoint(index: number, json: unknown): Numbers['accounts'][number] {
	// Older leaves do not tell regions.
	const { at, new_voters_24h_by_region = null, ...numbers } = shapes.accounts.parse(json);
	return { index, time: at, ...numbers, new_voters_24h_by_region };
}
