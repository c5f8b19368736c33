/** What a ranking needs before fans see it. Pure: facts in, checks out; the server refuses what is missing as well. */

export interface RankingFacts {
	artistCount: number;
	hasCover: boolean;
	coverAlt: string;
	/** Local times; `now` is the site's. */
	starts: string;
	now: string;
	gemsPerVote: number;
	siteGemsPerVote: number;
	/** True if a home card leads fans to it. */
	hasCard: boolean;
	/** Another ranking with the same cover. */
	coverOf: string | null;
}

export type RankingCheck = 'artists' | 'period' | 'cover' | 'alt' | 'price' | 'card';
export type CheckState = 'done' | 'missing' | 'advice';

export function checkRanking(facts: RankingFacts): { key: RankingCheck; state: CheckState }[] {
	const advise = (good: boolean): CheckState => (good ? 'done' : 'advice');
	const need = (good: boolean): CheckState => (good ? 'done' : 'missing');
	return [
		{ key: 'artists', state: need(facts.artistCount > 0) },
		{ key: 'period', state: need(facts.starts > facts.now) },
		{ key: 'cover', state: advise(facts.hasCover && facts.coverOf === null) },
		{ key: 'alt', state: advise(!facts.hasCover || facts.coverAlt !== '') },
		{ key: 'price', state: advise(facts.gemsPerVote === facts.siteGemsPerVote) },
		{ key: 'card', state: advise(facts.hasCard) },
	];
}
