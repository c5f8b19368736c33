/** Explains a refusal to a fan: a translation by slug, or else the server's message. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import type { Problem } from '#client/problem.ts';
import type { ProblemSlug } from '#contract/problems.ts';

const texts: Partial<Record<ProblemSlug, MessageDescriptor>> = {
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
	invalid_email: msg`Please enter a valid email address`,
	invalid_name: msg`Please enter your nickname`,
	invalid_country: msg`Please select your country`,
	sign_in_not_recent: msg`Please log in again to confirm that it is you`,
	session_not_found: msg`This session has already ended`,
	account_suspended: msg`This account is suspended`,
	too_many_requests: msg`Too many requests. Please wait a moment`,
};

export function useProblemText(): (problem: Problem) => string {
	const { _ } = useLingui();
	return useCallback(
		(problem) => {
			const text = Object.entries(texts).find(([slug]) => slug === problem.slug)?.[1];
			return text ? _(text) : problem.message;
		},
		[_],
	);
}
