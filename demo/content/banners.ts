/** What the home page's banners and the reward poster say, and where they lead. */
import type { Hues, SceneName } from '../art/covers.ts';

export interface DemoBanner {
	scene: SceneName;
	hues: Hues;
	/** Drawn into the picture. */
	lines: [string, string];
	subtitle: string;
	alt: string;
	linkUrl: string;
}

export function bannersOf(monthName: string): DemoBanner[] {
	return [
		{
			scene: 'ocean',
			hues: [12, 290, 190],
			lines: ['Color the hall', `in ${monthName}`],
			subtitle: 'The winner’s fandom lights the whole site.',
			alt: `Color the hall in ${monthName}: the winner’s fandom lights the whole site`,
			linkUrl: '/leader-board',
		},
		{
			scene: 'tunnel',
			hues: [190, 300, 330],
			lines: ['Seven days,', 'seven lights'],
			subtitle: 'Check in every day and earn gems.',
			alt: 'Seven days, seven lights: check in every day and earn gems',
			linkUrl: '/store',
		},
		{
			scene: 'petals',
			hues: [45, 340, 290],
			lines: ['One song for', 'the whole season'],
			subtitle: 'Vote in the music chart.',
			alt: 'One song for the whole season: vote in the music chart',
			linkUrl: '/leader-board?main_tab=music',
		},
		{
			scene: 'skyline',
			hues: [320, 270, 280],
			lines: ['What the first', 'three win'],
			subtitle: 'See the rank rewards.',
			alt: 'What the first three win: see the rank rewards',
			linkUrl: '/rank_rewards',
		},
	];
}

interface DemoRewards {
	hues: Hues;
	title: string;
	rewards: [string[], string[], string[]];
	alt: string;
}

export const rewards: DemoRewards = {
	hues: [60, 290, 200],
	title: 'Rank rewards',
	rewards: [
		['The hall in their', 'color all month'],
		['A light board at', 'Haneul Station'],
		['A birthday table', 'for one weekend'],
	],
	alt: 'Rank rewards. First: the hall in their color all month. Second: a light board at Haneul Station. Third: a birthday table for one weekend.',
};
