/** Texts that the server writes for fans. lingui.config.ts puts them into the catalogs, beside those of the pages. */
export const texts = {
	description: 'Vote for the artists you love and watch the hall take their color.',
	notFound: 'PAGE NOT FOUND',
	leaderboard: 'LeaderBoard',
	chart: '{0} Chart',
	monthly: 'Solo',
	birthday: 'Birthday',
	theme: 'Music',
	standing: 'Rank {rank} in {ranking}.',
	portrait: 'Portrait of {name}',
	news: 'News',
	rewards: 'Rank rewards',
	transparency: 'Transparency',
	terms: 'Terms of Service',
	privacy: 'Privacy Policy',
	logIn: 'Log in',
	signUp: 'Sign up',
	store: 'Store',
	payment: 'Payment',
	account: 'My Account',
	editProfile: 'Edit Profile',
	gemRecords: 'Gem Records',
	myVotes: 'My Votes',
	myArtist: 'My artist',
} as const;

export type TextName = keyof typeof texts;
