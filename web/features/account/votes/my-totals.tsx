import { Plural, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { OwnTotal } from '#contract/my-account.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Button } from '#ui/primitives/button.tsx';
import { initialOf, nameOf } from '../../../lib/artist-names.ts';
import { Picture } from '../../../lib/elements/picture.tsx';
import { artistPath, LEADERBOARD_ORIGIN } from '../../../paths.ts';
import './my-votes.css';

const SHOWN = 4;

export interface MyTotalsProps {
	title: string;
	totals: readonly OwnTotal[];
	/** Stands below the title, or alone if nothing was given. */
	lead?: ReactNode;
}

export function MyTotals({ title, totals, lead }: MyTotalsProps) {
	const { t } = useLingui();
	const heading = useId();
	const [all, setAll] = useState(false);
	const counted = totals.filter(({ tickets }) => tickets > 0);
	if (counted.length === 0 && !lead) return null;
	return (
		<section className="panel my-totals" aria-labelledby={heading}>
			<h2 id={heading}>{title}</h2>
			{lead}
			<ul>
				{counted.slice(0, all ? undefined : SHOWN).map((total) => (
					<li key={total.artist_id} className="fan" style={fanStyle(total.fan_color)} data-kind={total.kind}>
						<VotedPicture total={total} />
						<span className="my-totals-words">
							<VotedArtist name={nameOf(total)} total={total} />
							<span>
								<Plural value={total.tickets} one="# vote" other="# votes" />
							</span>
						</span>
					</li>
				))}
			</ul>
			{counted.length > SHOWN && !all && (
				<Button className="mt-4" variant="quiet" onClick={() => setAll(true)}>{t`Show all ${counted.length}`}</Button>
			)}
		</section>
	);
}

interface VotedArtistProps {
	name: string;
	/** Missing while the totals are not known. */
	total: OwnTotal | undefined;
}

/** The artist's page offers a vote if the current chart does. */
export function VotedArtist({ name, total }: VotedArtistProps) {
	const path = total ? artistPath(total, { type: null, from: LEADERBOARD_ORIGIN }) : null;
	if (path === null) return <span>{name}</span>;
	return (
		<Link className="my-votes-artist" to={path}>
			{name}
		</Link>
	);
}

/** Keeps its room while the picture is not known. */
export function VotedPicture({ total }: { total: OwnTotal | undefined }) {
	return (
		<Picture
			className="voted-picture face"
			src={total?.avatar_url ?? null}
			sizes="44px"
			alt=""
			width="44"
			height="44"
			loading="lazy"
			standIn={
				<span className="voted-picture face" aria-hidden="true">
					{total && initialOf(nameOf(total))}
				</span>
			}
		/>
	);
}
