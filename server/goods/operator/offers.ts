/** Decides whether the price of goods differs so much from a day ago that a change needs approval. */
import { isFarFrom } from '#server/approvals/bounds.ts';

export interface Offer {
	gems: number;
	bonus_gems: number;
	/** Minor units. */
	price_minor: number;
	currency: string;
	withdrawn: boolean;
}

/** Offers of a day ago. */
export interface StoreADayAgo {
	/** Offer of the same goods. Null if they did not exist. */
	own: Offer | null;
	others: readonly Offer[];
}

/**
 * Returns true if the offer needs approval. Goods that were on sale are compared with their own offer, all others with
 * the best offer that was on sale in that currency.
 */
export function isLargeOffer(offer: Offer, { own, others }: StoreADayAgo, percent: number): boolean {
	if (offer.withdrawn) return false;
	const value = gemsPerUnit(offer);
	const sold = ({ withdrawn, currency }: Offer) => !withdrawn && currency === offer.currency;
	if (own && sold(own)) return isFarFrom(gemsPerUnit(own), value, percent);
	const best = Math.max(0, ...others.filter(sold).map(gemsPerUnit));
	return value > best && isFarFrom(best, value, percent);
}

const gemsPerUnit = ({ gems, bonus_gems: bonus, price_minor: price }: Offer) => (gems + bonus) / price;
