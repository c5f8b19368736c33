/** Name and picture of somebody voted for. A song has no page. */
import { Link } from 'react-router';
import type { OwnTotal } from '#contract/my-account.ts';
import { Picture } from '../../../../lib/elements/picture.tsx';
import { LEADERBOARD_ORIGIN, paths } from '../../../../paths.ts';

interface VotedArtistProps {
	id: number;
	name: string;
	/** Missing while the totals are not known. */
	total: OwnTotal | undefined;
}

/** The artist's page offers a vote if the current chart does. */
export function VotedArtist({ id, name, total }: VotedArtistProps) {
	if (!total || total.kind === 'song') return <span>{name}</span>;
	return (
		<Link className="my-votes-artist" to={paths.artist(id, LEADERBOARD_ORIGIN)}>
			{name}
		</Link>
	);
}

/** Keeps its room while the picture is not known. */
export function VotedPicture({ total }: { total: OwnTotal | undefined }) {
	return (
		<Picture
			className="voted-picture"
			src={total?.avatar_url ?? null}
			sizes="44px"
			alt=""
			width="44"
			height="44"
			loading="lazy"
			standIn={
				<span className="voted-picture" aria-hidden="true">
					{Array.from(total?.en_name ?? '')[0]}
				</span>
			}
		/>
	);
}
