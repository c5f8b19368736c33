/**
 * Sums up where all gems came from and went to, for the anchor. All numbers are of one snapshot, in which every vote has its
 * index: so gems issued, less gems burned, are the gems in wallets, and a ranking's gems are those of its log's leaves.
 */
import { supply as supplyShape, type Supply } from '#public-log/format/anchor/anchor-json.ts';
import type { Tx } from '#server/kernel/database.ts';
import * as sql from './sql.ts';

const NOTHING: sql.Gems = { earned: 0, purchased: 0 };

/** What was issued and burned is not what wallets hold. Nothing is told then. */
export class SupplyUnbalanced extends Error {
	override name = 'SupplyUnbalanced';
}

/** Transactions on one snapshot only, after `countChanges` and `sequenceIn`. @throws {SupplyUnbalanced} */
export async function takeSupply(tx: Tx): Promise<Supply> {
	const totals = new Map((await sql.selectTotals(tx)).map((total) => [total.kind, total]));
	const { at, prev, held, voted } = await sql.selectSums(tx);
	const grown = await sql.selectGrown(tx);
	const cameIn = (kind: string) => totals.get(kind)?.cameIn ?? NOTHING;
	const wentOut = (kind: string) => totals.get(kind)?.wentOut ?? NOTHING;
	const byCause = ({ def }: { def: { shape: object } }, gemsOf: (kind: string) => sql.Gems) =>
		Object.fromEntries(Object.keys(def.shape).map((kind) => [kind, gemsOf(kind)]));
	const unlogged = wentOut('vote');
	const supply: Supply = {
		at,
		prev,
		issued: byCause(supplyShape.shape.issued, cameIn) as Supply['issued'],
		burned: {
			...(byCause(supplyShape.shape.burned, wentOut) as Supply['burned']),
			vote: { earned: voted.earned + unlogged.earned, purchased: voted.purchased + unlogged.purchased },
		},
		outstanding: held,
		unlogged,
		rankings: Object.fromEntries(grown.map(({ rankingId: _, rankingKey, ...sums }) => [rankingKey, sums])),
	};
	expectBalance(supply);
	await sql.markSupplied(tx, grown);
	return supply;
}

function expectBalance({ issued, burned, outstanding }: Supply): void {
	for (const kind of ['earned', 'purchased'] as const) {
		const sum = (causes: Readonly<Record<string, sql.Gems>>) =>
			Object.values(causes).reduce((total, gems) => total + gems[kind], 0);
		const expected = sum(issued) - sum(burned);
		if (expected === outstanding[kind]) continue;
		throw new SupplyUnbalanced(
			`The supply of ${kind} gems does not add up: ${sum(issued)} issued, ${sum(burned)} burned, but wallets hold ` +
				`${outstanding[kind]} instead of ${expected}. See docs/operating/vote-log.md`,
		);
	}
}
