/**
 * The closed list of refusals. A slug is for programs, and its meaning never changes. The message can be shown to fans:
 * the site translates by slug and falls back to the message.
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
	push_service_unknown: { status: 400, message: 'Reminders cannot be sent to this browser' },
	reminder_token_invalid: { status: 400, message: 'This link is not valid any more' },
	payment_method_unsupported: { status: 400, message: 'This payment method is not available' },
	order_not_payable: { status: 400, message: 'This order can no longer be paid' },

	sign_in_required: { status: 401, message: 'Please log in' },

	registration_required: { status: 403, message: 'Please complete your registration first' },
	sign_in_not_recent: { status: 403, message: 'Please log in again to confirm that it is you' },
	account_suspended: { status: 403, message: 'This account is suspended' },
	forbidden: { status: 403, message: 'You are not allowed to do this' },

	not_found: { status: 404, message: 'Not found' },
	ranking_not_found: { status: 404, message: 'This ranking does not exist' },
	artist_not_found: { status: 404, message: 'This artist does not exist' },
	news_not_found: { status: 404, message: 'This article does not exist' },
	view_not_found: { status: 404, message: 'This page does not exist' },
	goods_not_found: { status: 404, message: 'This item is not available' },
	session_not_found: { status: 404, message: 'This session has already ended' },
	vote_not_found: { status: 404, message: 'You have not cast this vote' },
	order_not_found: { status: 404, message: 'This order does not exist' },

	method_not_allowed: { status: 405, message: 'This address does not support the method' },
	request_timeout: { status: 408, message: 'The request took too long to arrive' },
	idempotency_key_reused: { status: 409, message: 'This request was already used for something else' },
	already_registered: { status: 409, message: 'Your registration is already complete' },
	body_too_large: { status: 413, message: 'The request is too large' },
	address_too_long: { status: 414, message: 'The address is too long' },
	unsupported_media_type: { status: 415, message: 'Please send JSON' },
	headers_too_large: { status: 431, message: 'The headers of the request are too large' },
	too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment' },

	not_an_operator: { status: 403, message: 'This account is not an operator of this site' },
	console_header_missing: { status: 403, message: 'This request did not come from the console' },
	step_up_required: { status: 403, message: 'Please confirm with your passkey' },
	passkey_missing: { status: 403, message: 'This needs a passkey. You have none yet' },
	sign_in_again: { status: 403, message: 'Please sign in again before you make your first passkey' },
	passkey_refused: { status: 400, message: 'This passkey was not accepted. Please try again' },
	passkey_taken: { status: 409, message: 'This passkey is already registered' },
	own_role: { status: 403, message: 'You cannot change your own role' },
	refund_needs_owner: { status: 403, message: 'Some of these gems were spent. Only an owner can request this refund' },
	own_approval: { status: 403, message: 'You cannot approve your own request' },
	approver_too_new: {
		status: 403,
		message: 'For 24 hours after joining, or after getting a higher role, an operator cannot approve requests',
	},
	approver_gave_role: {
		status: 403,
		message: 'You gave this operator their role within the last 24 hours. Another operator has to approve the request',
	},
	fan_not_found: { status: 404, message: 'This fan does not exist' },
	category_not_found: { status: 404, message: 'This category does not exist' },
	approval_not_found: { status: 404, message: 'This request is not waiting for approval' },
	case_not_found: { status: 404, message: 'This case does not exist' },
	incident_not_found: { status: 404, message: 'This incident does not exist' },
	import_not_found: { status: 404, message: 'This preview has expired. Please upload the file again' },
	fan_erased: { status: 409, message: 'This account has already been erased' },
	order_disputed: { status: 409, message: 'The bank holds this payment and decides about it' },
	refund_under_way: { status: 409, message: 'A refund of this order is in progress. Please wait until it is done' },
	nothing_to_refund: { status: 409, message: 'There is nothing left to refund' },
	provider_refused: { status: 409, message: 'Stripe has no record of this order' },
	stale_edit: { status: 409, message: 'Somebody else has changed this. Please check the saved version' },
	already_invited: { status: 409, message: 'This address is already invited, or belongs to an operator' },
	ranking_exists: { status: 409, message: 'A ranking with this key already exists' },
	ranking_frozen: { status: 409, message: 'The rules and entries of a ranking that has opened cannot be changed' },
	ranking_incomplete: { status: 409, message: 'Add artists before you publish this ranking' },
	ranking_has_votes: {
		status: 409,
		message: 'Fans have voted in this ranking, so it can no longer be unpublished. Pause it instead',
	},
	ranking_in_use: { status: 409, message: 'A home card leads to this ranking. Remove the card first' },
	ranking_state: { status: 409, message: 'The current state of the ranking does not allow this' },
	ranking_certified: {
		status: 409,
		message: 'The result of this ranking is certified. Its votes can no longer be voided or restored',
	},
	case_open: { status: 409, message: 'A case of this ranking is open. Void or drop it before the result is certified' },
	case_state: { status: 409, message: 'The current state of the case does not allow this' },
	objections_open: { status: 409, message: 'This case is still open for objections' },
	case_empty: { status: 409, message: 'No votes match, or other cases already hold them' },
	case_too_large: { status: 409, message: 'Too many votes for one case. Please choose fewer' },
	nothing_to_restore: { status: 409, message: 'There are no voided votes to restore' },
	incident_open: { status: 409, message: 'Please resolve the incident first' },
	make_good_empty: { status: 409, message: 'No fan is owed gems for this incident, or all have got theirs' },
	artist_hidden: { status: 409, message: 'This artist is hidden from fans. Show the artist first' },
	artist_in_ranking: { status: 409, message: 'This artist is in a ranking that has not ended' },
	artist_in_review: {
		status: 409,
		message: 'A result with this artist is under review. Names can change once it is certified',
	},
	artists_alike: {
		status: 409,
		message:
			'Another artist of a ranking has the same names. Add a native name or a performer, so that fans can tell them apart',
	},
	name_taken: {
		status: 409,
		message:
			'Another artist of a running vote has this name, or had it. Names change no hands during a vote: choose another',
	},
	rename_needs_reason: { status: 400, message: 'This artist is in a vote. Please give a reason for the new name' },
	saved_views_full: { status: 409, message: 'You have saved 20 views of this list. Remove one first' },
	key_taken: { status: 409, message: 'This key is taken' },
	category_in_use: { status: 409, message: 'This category still has articles or videos' },
	still_needed: {
		status: 409,
		message: 'Fans see it, or votes, orders and lists name it. Hide it first; what is named stays hidden',
	},
	news_published: { status: 409, message: 'Fans may see this article. Take it offline before you delete it' },
	import_has_errors: { status: 409, message: 'The file has rows that cannot be added' },
	period_invalid: { status: 400, message: 'The end must come after the start, and the start must not have passed' },
	media_unknown: { status: 400, message: 'This picture has not been uploaded' },
	currency_unknown: { status: 400, message: 'Stripe does not take this currency' },
	price_unchargeable: { status: 400, message: 'Stripe cannot charge this price' },
	tab_name_taken: {
		status: 409,
		message: 'Two home cards have the same name. Fans would see two tabs that they cannot tell apart',
	},
	solo_incomplete: { status: 400, message: 'A solo artist needs a gender and a birthday' },
	incident_missing: { status: 400, message: '“Our error” needs a link to the incident' },
	timezone_unknown: { status: 400, message: 'This time zone does not exist' },
	nothing_to_adjust: { status: 400, message: 'Please enter how many gems to add or remove' },
	file_missing: { status: 400, message: 'Please send a file' },
	file_unreadable: { status: 400, message: 'This file cannot be read' },
	too_many_entries: { status: 400, message: 'A ranking can have at most 3,000 artists' },
	file_too_long: { status: 400, message: 'The file has more than 2,000 rows' },
	picture_unusable: { status: 400, message: 'This picture cannot be used' },
	file_too_large: { status: 413, message: 'The file is too large' },

	internal: { status: 500, message: 'Something went wrong. Please try again' },
	payment_unavailable: { status: 503, message: 'Error occurred while processing payment' },
	push_unavailable: { status: 503, message: 'This site sends no reminders' },
	sign_in_unavailable: { status: 503, message: 'This way to log in is not available at the moment' },
	pictures_unavailable: {
		status: 503,
		message: 'Pictures cannot be stored or loaded at the moment. Please try again in a few minutes',
	},
	busy: { status: 503, message: 'The site is very busy. Please try again' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemSlug = keyof typeof problems;

/** Refusals that any call can answer with, so that no endpoint has to list them. */
export const commonProblems: readonly ProblemSlug[] = [
	'invalid_request',
	'invalid_json',
	'method_not_allowed',
	'request_timeout',
	'body_too_large',
	'address_too_long',
	'unsupported_media_type',
	'too_many_requests',
	'headers_too_large',
	'internal',
	'busy',
];

/** Refusals of every call that takes an `Idempotency-Key`. */
export const idempotencyProblems = ['invalid_idempotency_key', 'idempotency_key_reused'] as const;
