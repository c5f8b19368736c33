/** What the home page shows, what the store sells and what a check-in gives. */

/** What is written in the picture is its alternative text. The first picture names the month. */
export const bannersOf = (monthName: string): { picture: string; alt: string; linkUrl: string }[] => [
	{
		picture: `banner 0 ${monthName}`,
		alt: `Color the hall in ${monthName}: the winner’s fandom lights the whole site`,
		linkUrl: '/leader-board',
	},
	{
		picture: 'banner 1',
		alt: 'Seven days, seven lights: check in every day and earn gems',
		linkUrl: '/store',
	},
	{
		picture: 'banner 2',
		alt: 'One song for the whole season: vote in the music chart',
		linkUrl: '/leader-board?main_tab=music',
	},
	{
		picture: 'banner 3',
		alt: 'What the first three win: see the rank rewards',
		linkUrl: '/rank_rewards',
	},
];

export const rewardsAlt =
	'Rank rewards. First: a giant screen at Haneul Square, and the hall in their color, all month. Second: a light board at Haneul Station, one week. Third: a birthday table, one weekend.';

interface DemoGoods {
	gems: number;
	bonusGems: number;
	/** Minor units of the site's currency. */
	priceMinor: number;
}

export const goods: readonly DemoGoods[] = [
	{ gems: 100, bonusGems: 0, priceMinor: 99 },
	{ gems: 600, bonusGems: 0, priceMinor: 499 },
	{ gems: 1_380, bonusGems: 0, priceMinor: 999 },
	{ gems: 2_600, bonusGems: 520, priceMinor: 1_999 },
	{ gems: 8_750, bonusGems: 0, priceMinor: 4_999 },
	{ gems: 15_000, bonusGems: 4_500, priceMinor: 9_999 },
];

/** Gems of days 1 to 7. */
export const checkInRewards: readonly number[] = [10, 20, 30, 40, 50, 60, 150];

export const checkInRule =
	'<p>One claim a day, resets at 00:00 KST. After day 7 the cycle starts again. A missed day costs nothing: the cycle waits where you left it.</p>';
