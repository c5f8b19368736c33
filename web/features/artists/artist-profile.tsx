/** Shows one artist: facts, standing in the current ranking, and the Vote button. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Artist, RankInfo } from '#contract/artists.ts';
import { Button } from '#ui/primitives/button.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { otherLanguage } from '../../i18n.ts';
import { Prose } from '../../lib/elements/prose.tsx';
import { Facts } from './facts.tsx';
import { Portrait } from './portrait.tsx';
import { RaceBar } from './race-bar.tsx';
import { Standing } from './standing.tsx';
import './artist-profile.css';

export interface ArtistProfileProps {
	artist: Artist;
	/** Null if the artist is not in the current ranking. */
	standing: RankInfo | null;
	/** Undefined if the page offers no vote. */
	onVote?: () => void;
	/** Actions beside the vote. */
	more?: ReactNode;
}

export function ArtistProfile({ artist, standing, onVote, more }: ArtistProfileProps) {
	return (
		<div className="artist-profile fan" style={fanStyle(artist.fan_color)}>
			<section className="artist-profile-head">
				<Portrait artist={artist} />
				<div className="artist-profile-about">
					<Names artist={artist} />
					<Standing standing={standing} />
					{standing && <RaceBar standing={standing} />}
					<div className="artist-profile-actions">
						{onVote && (
							<Button variant="fan" large className="artist-profile-vote desktop-only" onClick={onVote}>
								<Trans>Vote</Trans>
							</Button>
						)}
						{more}
					</div>
				</div>
			</section>
			<section className="artist-profile-more">
				<Facts artist={artist} />
				<Prose html={artist.description} lang={otherLanguage(artist.lang)} />
			</section>
			{onVote && (
				<div className="vote-bar mobile-only">
					<Button variant="fan" large block onClick={onVote}>
						<Trans>Vote</Trans>
					</Button>
				</div>
			)}
		</div>
	);
}

/** Names longer than this would fill the first screen in the largest type. */
const LONG_NAME = 18;

function Names({ artist: { en_name, native_name, native_lang, sub_title } }: { artist: Artist }) {
	const size = Array.from(en_name).length > LONG_NAME ? 'artist-profile-name-long' : '';
	return (
		<>
			<h1 className={`artist-profile-name ${size}`}>{en_name}</h1>
			{native_name !== null && native_name !== en_name && (
				<p className="artist-profile-native" lang={native_lang ?? undefined}>
					{native_name}
				</p>
			)}
			{sub_title && <p className="artist-profile-sub">{sub_title}</p>}
		</>
	);
}
