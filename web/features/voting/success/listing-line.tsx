/** The line of "Vote Successful" that grows from "Received" to the vote's place in the public list and its witnesses. */
import { Trans } from '@lingui/react/macro';
import { Icon, type IconName } from '#ui/icons.tsx';
import { ListedText } from '../../../lib/votes/listed-text.tsx';
import type { CastVote } from '../cast-vote.ts';
import { type Listing, useListing } from './use-listing.ts';
import './listing-line.css';

/** Keeps its height in every state, and is read out without taking the focus. */
export function ListingLine({ vote }: { vote: CastVote | null }) {
	const listing = useListing(vote);
	return (
		<output className="listing-line" data-state={listing.state}>
			<Icon name={iconOf(listing)} />
			<span>
				<ListingText listing={listing} />
			</span>
		</output>
	);
}

function iconOf(listing: Listing): IconName {
	if (listing.state === 'failed') return 'warning';
	return listing.state === 'listed' && listing.witnesses > 0 ? 'lock' : 'check';
}

function ListingText({ listing }: { listing: Listing }) {
	if (listing.state === 'listed') return <ListedText {...listing} />;
	if (listing.state === 'received') return <Trans>Received</Trans>;
	if (listing.state === 'later') return <Trans>Your proof will appear in My Votes</Trans>;
	return <Trans>Its proof is wrong. Open My Votes</Trans>;
}
