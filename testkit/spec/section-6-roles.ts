/** Section 6: roles and permissions. */
import { rows } from './row.ts';

export const roles = rows(6, [
	[1, 'Anonymous can browse; voting requires login'],
	[2, 'A new user must finish registration'],
	[3, 'Logged-in users can vote and see their balance'],
	[4, 'Logged-in users can check in and buy'],
	[5, 'Logged-in users can edit their profile, view records and log out'],
	[6, 'Every request carries the stored token as an authorization value when present'],
]);
