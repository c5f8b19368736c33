/** Explains a refusal to a fan: a translation by slug, or else the server's message. */
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import { isProblem, Problem } from '#client/call.ts';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';

/** In English to the letter as the server's messages. tests/promises/languages.test.ts compares them. */
const texts: Partial<Record<Problem['slug'], MessageDescriptor>> = {
	network: msg`The network could not be reached`,
	timeout: msg`The request timed out`,
	bad_answer: msg`Something went wrong. Please try again`,
	invalid_request: msg`The request is not valid`,
	request_timeout: msg`The request took too long to arrive`,
	body_too_large: msg`The request is too large`,
	too_many_requests: msg`Too many requests. Please wait a moment`,
	internal: msg`Something went wrong. Please try again`,
	busy: msg`The site is very busy. Please try again`,

	sign_in_required: msg`Please log in`,
	registration_required: msg`Please complete your registration first`,
	account_suspended: msg`This account is suspended`,
	sign_in_unavailable: msg`This way to log in is not available at the moment`,
	sign_in_not_recent: msg`Please log in again to confirm that it is you`,
	session_not_found: msg`This session has already ended`,
	already_registered: msg`Your registration is already complete`,
	invalid_email: msg`Please enter a valid email address`,
	invalid_name: msg`Please enter your nickname`,
	invalid_country: msg`Please select your country`,

	push_unavailable: msg`This site sends no reminders`,
	push_service_unknown: msg`Reminders cannot be sent to this browser`,
	reminder_token_invalid: msg`This link is not valid any more`,
	timezone_unknown: msg`This time zone does not exist`,

	no_votes: msg`Please input the number of votes`,
	invalid_votes: msg`Please input a positive integer number`,
	not_enough_gems: msg`There is not enough gem. Click get more button!`,
	wallet_in_debt: msg`Your gem balance is below zero. Please settle it before you vote`,
	artist_not_listed: msg`This artist is not in the ranking`,
	ranking_not_open: msg`Voting has not started yet`,
	ranking_paused: msg`Voting is paused at the moment`,
	ranking_closed: msg`Voting has ended`,
	cost_changed: msg`The price of a vote has changed. Please check it and vote again`,
	vote_cap_reached: msg`You have reached the vote limit of this ranking`,
	vote_not_found: msg`You have not cast this vote`,
	idempotency_key_reused: msg`This request was already used for something else`,
	check_in_done: msg`You have already checked in today`,

	artist_not_found: msg`This artist does not exist`,
	news_not_found: msg`This article does not exist`,
	ranking_not_found: msg`This ranking does not exist`,
	view_not_found: msg`This page does not exist`,
	goods_not_found: msg`This item is not available`,
	order_not_found: msg`This order does not exist`,
	order_not_payable: msg`This order can no longer be paid`,
	payment_method_unsupported: msg`This payment method is not available`,
	payment_unavailable: msg`Error occurred while processing payment`,
};

const A_MINUTE = 60;
const againIn = (seconds: number): MessageDescriptor =>
	msg`${plural(seconds, { one: 'Try again in # second.', other: 'Try again in # seconds.' })}`;

export function useProblemText(): (error: Error) => string {
	const { _, i18n } = useLingui();
	return useCallback(
		(error) => {
			// The server says it in English, to the letter, and may say more than its slug.
			const isTold = i18n.locale === SOURCE_LANGUAGE && !isProblem(error, 'bad_answer');
			const text = error instanceof Problem && !isTold ? texts[error.slug] : undefined;
			const told = text ? _(text) : error.message;
			const again = isProblem(error, 'too_many_requests') ? _(againIn(error.retryAfter ?? A_MINUTE)) : null;
			return again === null ? told : `${told} · ${again}`;
		},
		[_, i18n.locale],
	);
}

/** Returns a function that says when a call may come again that others took the turn of, or that the session has ended. Else undefined. */
export function useTurnText(): (error: unknown) => string | undefined {
	const textOf = useProblemText();
	return (error) =>
		isProblem(error, 'too_many_requests') || isProblem(error, 'sign_in_required') ? textOf(error) : undefined;
}
