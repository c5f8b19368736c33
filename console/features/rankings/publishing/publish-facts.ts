/** What the publishing of a ranking reads from other parts of the console. Its page brings them together. */
export interface PublishFacts {
	artists: readonly { en_name: string }[];
	/** The site's price. Undefined while it is loading. */
	siteGems: number | undefined;
	cards: readonly HomeCard[];
	/** Adds a home card. Undefined while the cards are loading. */
	addCard: ((card: NewCard) => Promise<unknown>) | undefined;
}

interface HomeCard {
	main_tab: string;
	ranking_key: string;
	ranking_type: string;
	rank_name: string;
}

export type NewCard = Omit<HomeCard, 'ranking_type'>;

/** Finds the home card that leads fans to a ranking. A card of any month leads to the current one. */
export function cardOf(
	{ ranking_key: key, ranking_type: type }: { ranking_key: string; ranking_type: string },
	cards: PublishFacts['cards'],
) {
	return cards.find((card) => (type === 'monthly' ? card.ranking_type === 'monthly' : card.ranking_key === key));
}
