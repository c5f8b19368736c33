/** Section 1: the purpose and the users of the product. */
import { rows } from './row.ts';

export const product = rows(1, [
	[1, 'Visitors see ranking charts of artists with vote counts (tickets)'],
	[2, 'Visitors see artist pages, news (articles and video), banners, a site pop-up and legal pages'],
	[3, 'Users sign in by single sign-on, sso_type google or line'],
	[4, 'New users finish registration with email, nickname and country'],
	[5, 'A vote costs ticket2gem_ratio gems of the balance'],
	[6, 'Users claim a daily check-in reward'],
	[7, 'Users buy gem goods through orders paid by card'],
	[8, 'Users edit their profile and view a gem history'],
	[9, 'Ranking types are monthly, birthday and theme'],
	[10, 'Ranking status ongoing exists (RANKING_STATUS_ONGOING); any other status is break stage'],
	[11, 'Root font size: screen width divided by 375, capped at 1, times 16px'],
	[12, 'Mobile layout applies at max width 768px'],
	[13, 'The resize check is debounced by 100 ms'],
]);
