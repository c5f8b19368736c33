/** Whether goods would be offered for very different money than a day ago. */
import { isFarFrom } from '#server/approvals/bounds.ts';

export interface Offer {
	gems: number;
	bonus_gems: number;
	/** Minor units. */
	price_minor: number;
	currency: string;
	withdrawn: boolean;
}

/** What stood a day ago. */
export interface StoreADayAgo {
	/** The goods themselves; null: there were none such. */
	own: Offer | null;
	others: readonly Offer[];
}

/** What was on sale is compared with itself, anything else with the best that was on sale in that currency. */
export function isLargeOffer(offer: Offer, { own, others }: StoreADayAgo, percent: number): boolean {
	if (offer.withdrawn) return false;
	const value = gemsPerUnit(offer);
	const sold = ({ withdrawn, currency }: Offer) => !withdrawn && currency === offer.currency;
	if (own && sold(own)) return isFarFrom(gemsPerUnit(own), value, percent);
	const best = Math.max(0, ...others.filter(sold).map(gemsPerUnit));
	return value > best && isFarFrom(best, value, percent);
}

const gemsPerUnit = ({ gems, bonus_gems: bonus, price_minor: price }: Offer) => (gems + bonus) / price;
