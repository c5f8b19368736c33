/**
 * The closed list of refusals. A slug is for programs and never changes its meaning; the message is fit to show
 * a fan (the site translates by slug and falls back to the message).
 */
export const problems = {
	invalid_request: { status: 400, message: 'The request is not valid' },
	invalid_json: { status: 400, message: 'The request body is not valid JSON' },
	invalid_idempotency_key: { status: 400, message: 'The Idempotency-Key must be 22 to 36 letters, digits, - or _' },

	invalid_email: { status: 400, message: 'Please enter a valid email address' },
	invalid_name: { status: 400, message: 'Please enter your nickname' },
	invalid_country: { status: 400, message: 'Please select your country' },

	invalid_votes: { status: 400, message: 'Please input a positive integer number' },
	no_votes: { status: 400, message: 'Please input the number of votes' },
	not_enough_gems: { status: 400, message: 'There is not enough gem. Click get more button!' },
	wallet_in_debt: { status: 400, message: 'Your gem balance is below zero. Please settle it before you vote' },
	artist_not_listed: { status: 400, message: 'This artist is not in the ranking' },
	ranking_not_open: { status: 400, message: 'Voting has not started yet' },
	ranking_paused: { status: 400, message: 'Voting is paused at the moment' },
	ranking_closed: { status: 400, message: 'Voting has ended' },
	cost_changed: { status: 400, message: 'The price of a vote has changed. Please check it and vote again' },
	vote_cap_reached: { status: 400, message: 'You have reached the vote limit of this ranking' },

	callback_refused: { status: 400, message: 'This address is not allowed as a place to return to' },
	sign_in_expired: { status: 400, message: 'This sign-in has expired. Please try again' },
	sign_in_failed: { status: 400, message: 'Failed to authenticate' },

	check_in_done: { status: 400, message: 'You have already checked in today' },
	payment_method_unsupported: { status: 400, message: 'This payment method is not available' },
	order_not_payable: { status: 400, message: 'This order can no longer be paid' },

	sign_in_required: { status: 401, message: 'Please log in' },

	registration_required: { status: 403, message: 'Please complete your registration first' },
	account_suspended: { status: 403, message: 'This account is suspended' },
	forbidden: { status: 403, message: 'You are not allowed to do this' },

	not_found: { status: 404, message: 'Not found' },
	ranking_not_found: { status: 404, message: 'This ranking does not exist' },
	artist_not_found: { status: 404, message: 'This artist does not exist' },
	news_not_found: { status: 404, message: 'This article does not exist' },
	view_not_found: { status: 404, message: 'This page does not exist' },
	goods_not_found: { status: 404, message: 'This item is not available' },
	order_not_found: { status: 404, message: 'This order does not exist' },

	method_not_allowed: { status: 405, message: 'This call does not answer to that method' },
	idempotency_key_reused: { status: 409, message: 'This request was already used for something else' },
	already_registered: { status: 409, message: 'Your registration is already complete' },
	body_too_large: { status: 413, message: 'The request is too large' },
	unsupported_media_type: { status: 415, message: 'Please send JSON' },
	too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment' },

	not_an_operator: { status: 403, message: 'This account is not an operator of this site' },
	console_header_missing: { status: 403, message: 'This request did not come from the console' },
	step_up_required: { status: 403, message: 'Please confirm with your passkey' },
	passkey_missing: { status: 403, message: 'This needs a passkey, and you have none yet' },
	sign_in_again: { status: 403, message: 'Please sign in again before you make your first passkey' },
	passkey_refused: { status: 400, message: 'This passkey was not accepted. Please try again' },
	passkey_taken: { status: 409, message: 'This passkey is registered already' },
	own_role: { status: 403, message: 'Nobody changes their own role' },
	refund_needs_owner: { status: 403, message: 'These gems were spent: an owner has to ask for this refund' },
	own_approval: { status: 403, message: 'Nobody approves their own request' },
	fan_not_found: { status: 404, message: 'This fan does not exist' },
	category_not_found: { status: 404, message: 'This category does not exist' },
	approval_not_found: { status: 404, message: 'This request is not waiting for approval' },
	import_not_found: { status: 404, message: 'This preview is no longer there. Please upload the file again' },
	fan_erased: { status: 409, message: 'This account has been erased already' },
	order_disputed: { status: 409, message: 'The bank holds this payment. What becomes of it is decided there' },
	refund_under_way: { status: 409, message: 'A refund of this order is under way. Please wait for its end' },
	nothing_to_refund: { status: 409, message: 'There is nothing left to give back' },
	provider_refused: { status: 409, message: 'The payment provider does not know this' },
	stale_edit: { status: 409, message: 'Somebody else has changed this meanwhile. Please look at it again' },
	already_invited: { status: 409, message: 'This address is invited already, or belongs to an operator' },
	ranking_exists: { status: 409, message: 'A ranking of this key exists already' },
	ranking_frozen: { status: 409, message: 'The rules and entries of a ranking that has opened cannot be changed' },
	ranking_state: { status: 409, message: 'This cannot be done in the present state of the ranking' },
	artist_in_ranking: { status: 409, message: 'This artist stands in a ranking that has not ended' },
	key_taken: { status: 409, message: 'This key is taken' },
	category_in_use: { status: 409, message: 'There are pieces in this category' },
	import_has_errors: { status: 409, message: 'The file has rows that cannot be entered' },
	period_invalid: { status: 400, message: 'The end must come after the start, and the start must not have passed' },
	media_unknown: { status: 400, message: 'This picture has not been uploaded' },
	solo_incomplete: { status: 400, message: 'A solo artist needs a gender and a birthday' },
	timezone_unknown: { status: 400, message: 'This time zone does not exist' },
	nothing_to_adjust: { status: 400, message: 'Please enter how many gems to give or take' },
	file_missing: { status: 400, message: 'Please send a file' },
	file_unreadable: { status: 400, message: 'This file cannot be read' },
	file_too_long: { status: 400, message: 'The file has more than 2,000 rows' },
	picture_unusable: { status: 400, message: 'This is not a picture that can be used' },
	file_too_large: { status: 413, message: 'The file is too large' },

	internal: { status: 500, message: 'Something went wrong. Please try again' },
	not_built: { status: 501, message: 'This is not available yet' },
	payment_unavailable: { status: 503, message: 'Error occurred while processing payment' },
	sign_in_unavailable: { status: 503, message: 'This way to log in is not available at the moment' },
	busy: { status: 503, message: 'The site is very busy. Please try again' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemSlug = keyof typeof problems;

/** Refusals that any call can answer with, so that no endpoint has to list them. */
export const commonProblems: readonly ProblemSlug[] = [
	'invalid_request',
	'invalid_json',
	'body_too_large',
	'unsupported_media_type',
	'too_many_requests',
	'internal',
	'busy',
];
