/** Judges the supplies: that each adds up, and that each follows the one before. */
import { supply as supplyShape, type Supply } from '#public-log/format/anchor/anchor-json.ts';
import type { AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import type { Findings } from '../checks/findings.ts';
import { LATE_SECONDS } from '../checks/time.ts';
import type { Claims } from './claims.ts';

const KINDS = ['earned', 'purchased'] as const;
type Gems = Record<(typeof KINDS)[number], number>;
type SupplyFindings = Pick<Findings<'supply' | 'sums' | 'causes'>, 'fail' | 'skip'>;
type RankingSums = Supply['rankings'][string];

export class SupplyCheck {
	last: { supply: Supply; index: number } | null = null;
	/** What was told of each ranking last. */
	readonly #rankings = new Map<string, RankingSums>();
	readonly #claims: Claims;
	readonly #findings: SupplyFindings;

	constructor(claims: Claims, findings: SupplyFindings) {
		this.#claims = claims;
		this.#findings = findings;
	}

	leaf(leaf: AnchorLeaf, index: number): void {
		if (leaf.type !== 'supply') return;
		const { success, data } = supplyShape.safeParse(leaf.json);
		if (!success) return this.#findings.fail('supply', 'the supply does not have the fields that it must have', index);
		this.#judgeOrder(data, index);
		for (const [ranking, sums] of Object.entries(data.rankings)) {
			this.#rankings.set(ranking, sums);
			this.#claims.sums.add(ranking, { sums, leaf: index });
		}
		const sizes = new Map([...this.#rankings].map(([ranking, { size }]) => [ranking, size]));
		this.#claims.addSizes(data.at, sizes, index);
		this.#judgeBalance(data, index);
		for (const name of ['issued', 'burned'] as const)
			for (const cause of unknownIn(supplyShape.shape[name], data[name]))
				this.#findings.skip('causes', `not checked: ${cause}`);
		this.last = { supply: data, index };
	}

	#judgeBalance({ issued, burned, outstanding, unlogged }: Supply, index: number): void {
		for (const kind of KINDS) {
			if (![issued, burned].every((causes) => Number.isSafeInteger(sumOf(causes, kind))))
				this.#findings.fail('supply', `${kind} gems are more than can be added up exactly`, index);
			const balance = sumOf(issued, kind) - sumOf(burned, kind);
			if (balance !== outstanding[kind])
				this.#findings.fail('supply', `${balance} ${kind} gems must be outstanding, not ${outstanding[kind]}`, index);
			if (burned.vote[kind] > sumOf(issued, kind))
				this.#findings.fail('supply', `votes took more ${kind} gems than were ever issued`, index);
			const voted = [...this.#rankings.values()].reduce((sum, told) => sum + told[`gems_${kind}`], unlogged[kind]);
			if (voted !== burned.vote[kind])
				this.#findings.fail('supply', `rankings took ${voted} ${kind} gems, not ${burned.vote[kind]}`, index);
		}
	}

	/**
	 * No gem pays for two votes that count: what was returned for voids, and not taken again for restores, is at most what voided
	 * votes had cost. Returns what is told if not all logs were read.
	 */
	judgeReturns(findings: Pick<Findings<'gems'>, 'fail'>): string[] {
		const missing = [...this.#rankings.keys()].filter((ranking) => !this.#claims.voided.has(ranking));
		if (!this.last || this.#rankings.size === 0) return [];
		if (missing.length > 0)
			return [
				`Not compared, for want of ${missing.length} logs (${missing[0]} …): gems returned for voided votes with what these had cost`,
			];
		const { issued, burned } = this.last.supply;
		const { earned, purchased } = issued.void_return;
		const returned = earned + purchased - burned.void_return.earned - burned.void_return.purchased;
		const voided = [...this.#claims.voided.values()].reduce((sum, gems) => sum + gems, 0);
		const told = `${returned} gems were returned for voided votes, which had cost ${voided}`;
		if (returned > voided) findings.fail('gems', told, this.last.index);
		return [told];
	}

	#judgeOrder(supply: Supply, index: number): void {
		if (supply.prev !== (this.last?.index ?? null))
			this.#findings.fail('sums', `the supply before is leaf ${this.last?.index ?? 'none'}, not ${supply.prev}`, index);
		const before = this.last?.supply;
		if (!before) return;
		if (supply.at < before.at - LATE_SECONDS) this.#findings.fail('sums', 'it is older than the one before', index);
		const shrunk = [
			...shrunkIn(before.issued, supply.issued),
			...shrunkIn(before.burned, supply.burned),
			...Object.entries(supply.rankings).flatMap(([ranking, sums]) => this.#shrunkRanking(ranking, sums)),
		];
		for (const name of shrunk) this.#findings.fail('sums', `${name} has shrunk`, index);
		if (KINDS.some((kind) => before.unlogged[kind] !== supply.unlogged[kind]))
			this.#findings.fail('sums', 'votes from before there were logs have changed', index);
	}

	#shrunkRanking(ranking: string, sums: RankingSums): string[] {
		const before = this.#rankings.get(ranking);
		const fields = Object.keys(sums) as (keyof RankingSums)[];
		return before && fields.some((field) => sums[field] < before[field]) ? [ranking] : [];
	}
}

const unknownIn = ({ def }: { def: { shape: object } }, causes: object): string[] =>
	Object.keys(causes).filter((cause) => !Object.hasOwn(def.shape, cause));

const sumOf = (causes: Readonly<Record<string, Gems>>, kind: (typeof KINDS)[number]) =>
	Object.values(causes).reduce((sum, gems) => sum + gems[kind], 0);

function shrunkIn(before: Readonly<Record<string, Gems>>, after: Readonly<Record<string, Gems>>): string[] {
	return Object.keys(before).filter((cause) =>
		KINDS.some((kind) => (after[cause]?.[kind] ?? 0) < (before[cause]?.[kind] ?? 0)),
	);
}
