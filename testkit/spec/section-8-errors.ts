/** Section 8: error catalogue. */
import { rows } from './row.ts';

export const errors = rows(8, [
	[1, 'Code 401 on a request whose URL does not contain /me: the token is removed and the browser goes to /login'],
	[2, 'Code 401 on a request whose URL contains /me leaves that to its caller'],
	[3, 'Vote failure with body code 400: toast its message'],
	[4, "Vote failure otherwise: toast 'failed to vote'"],
	[5, 'Check-in failure: an alert with the server response message'],
	[6, "Create order failure: toast 'Failed to create order, please try again later.'"],
	[7, "Pay failure: toast with the error message, or 'Error occurred while processing payment'"],
	[8, "Register: success toast 'Register Successfully'"],
	[9, "Register: failure 'Register failed'"],
	[10, "Profile update: success toast 'Update Success', then return to my-account"],
	[11, "Login callback: 'Invalid token' without token"],
	[12, "Login callback: 'Authentication Failed' / 'Failed to authenticate' on failure"],
	[13, "View detail failure: 'PAGE NOT FOUND'"],
	[14, 'Artist detail failure is silently ignored'],
	[15, "Site config failure is only logged; lists stay empty ('No Data')"],
	[16, 'User load failure at start is only logged'],
	[17, "Ranking failure is only logged; lists stay empty ('No Data')"],
	[18, "News failure is only logged; lists stay empty ('No Data')"],
	[19, 'SSO address failure is only logged'],
	[20, 'Transport errors: network error, request aborted, timeout, failure on non-2xx'],
	[21, 'A script chunk load failure is reported after 120 seconds'],
]);
