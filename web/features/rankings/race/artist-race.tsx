/** Votes and rank of one artist over time, loaded when the section comes near the screen. */
import { Trans } from '@lingui/react/macro';
import { Section } from '../../../lib/elements/section.tsx';
import { RaceContent } from './race-fold.tsx';
import { useNearView } from './use-near-view.ts';

export function ArtistRace({ rankingKey, artistId }: { rankingKey: string; artistId: number }) {
	const [element, near] = useNearView();
	return (
		<Section title={<Trans>The race</Trans>}>
			<div ref={element} className="artist-race">
				{near && <RaceContent rankingKey={rankingKey} artistId={artistId} />}
			</div>
		</Section>
	);
}
