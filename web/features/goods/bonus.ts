import type { Goods } from '#contract/orders.ts';

type Gems = Pick<Goods, 'gem_number' | 'additional_gem_number'>;

export const bonusPercent = ({ gem_number: base, additional_gem_number: extra }: Gems): number =>
	base > 0 ? Math.round((extra / base) * 100) : 0;

export const votesIn = ({ gem_number: base, additional_gem_number: extra }: Gems, gemsPerVote: number): number =>
	gemsPerVote > 0 ? Math.floor((base + extra) / gemsPerVote) : 0;

/** Id of the goods with the most gems for their price. Null if several have as many, or if there is no choice. */
export function bestValue(goods: readonly Goods[]): number | null {
	const rates = goods.map(({ id, price, ...gems }) => ({ id, rate: votesIn(gems, 1) / price }));
	const best = Math.max(...rates.map(({ rate }) => rate));
	const [first, second] = rates.filter(({ rate }) => rate === best);
	return first && !second && rates.length > 1 ? first.id : null;
}
