/** The line of "Vote Successful" that grows from "Received" to the vote's place in the public list. */
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { Icon } from '#ui/icons.tsx';
import type { CastVote } from './cast-vote.ts';
import { type Listing, useListing } from './use-listing.ts';
import './listing-line.css';

/** Keeps its height in every state, and is read out without taking the focus. */
export function ListingLine({ vote }: { vote: CastVote | null }) {
	const listing = useListing(vote);
	return (
		<output className="listing-line" data-state={listing.state}>
			<Icon name={listing.state === 'failed' ? 'warning' : 'check'} />
			<span>
				<ListingText listing={listing} />
			</span>
		</output>
	);
}

function ListingText({ listing }: { listing: Listing }) {
	if (listing.state === 'listed') {
		const entry = formatNumber(listing.index);
		return <Trans>In the public list · #{entry}</Trans>;
	}
	if (listing.state === 'received') return <Trans>Received</Trans>;
	if (listing.state === 'later') return <Trans>Your proof will appear in My Votes</Trans>;
	return <Trans>Its proof is wrong. Open My Votes</Trans>;
}
