import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { buttonClass, Button, IconButton } from '#ui/primitives/button.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { Icon } from '#ui/icons.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ArtistPicture } from '../features/rankings/artist/artist.tsx';
import { OffPanel, ReminderPanel } from '../features/reminders/reminder-panel.tsx';
import { NotLoaded } from '../lib/elements/elements.tsx';
import { favoritesQuery, useFavorites } from '../lib/favorites/use-favorites.ts';
import { useFan, useSession } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { OFF_QUERY, paths, type WayBack, HOME_ORIGIN } from '../paths.ts';
import { nameOf, namesOf } from '../lib/artist-names.ts';
import { setOwnHall, useOwnHall } from '../lib/favorites/own-hall.ts';
import type { KeptFavorite } from '../lib/favorites/kept-favorites.ts';
import { useTurnText } from '../lib/api/problem-text.ts';
import { Pinned } from './my-artist/pinned.tsx';
import './my-artist.css';

export default function MyArtistPage() {
	const { t } = useLingui();
	usePageTitle(t`My artist`);
	const { user } = useSession();
	const { list } = useFavorites();
	const [pinned] = list;
	const [search] = useSearchParams();
	const off = search.get(OFF_QUERY);
	return (
		<div className="wrap my-artist">
			<h1 className="page-title">{t`My artist`}</h1>
			{off !== null && <OffPanel token={off} />}
			{pinned && <Pinned key={pinned.artist_id} artist={pinned} />}
			<section className={off === null && !pinned ? 'panel' : 'panel mt-6'} aria-label={t`My artists`}>
				<FavoriteList />
				{!user && list.length > 0 && <OnThisDevice />}
			</section>
			{user && !user.is_new_user && <ReminderPanel />}
		</div>
	);
}

function OnThisDevice() {
	const { t } = useLingui();
	const state: WayBack = { from: paths.myArtist };
	return (
		<div className="spread muted mt-4">
			<p>{t`These are kept on this device. Log in to have them everywhere.`}</p>
			<Link className={buttonClass({ variant: 'quiet' })} to={paths.login} state={state}>{t`Log in`}</Link>
		</div>
	);
}

function FavoriteList() {
	const favorites = useFavorites();
	const ownHall = useOwnHall();
	if (favorites.list.length === 0) return <NoArtist />;
	return (
		<>
			<ol className="stack gap-2 mt-4 mb-4">
				{favorites.list.map((artist, index) => (
					<FavoriteLine key={artist.artist_id} artist={artist} pinned={index === 0} favorites={favorites} />
				))}
			</ol>
			<CheckboxField
				label={<Trans>Light the hall in my artist’s color</Trans>}
				checked={ownHall}
				onChange={(event) => setOwnHall(event.target.checked)}
			/>
		</>
	);
}

interface FavoriteLineProps {
	artist: KeptFavorite;
	pinned: boolean;
	favorites: ReturnType<typeof useFavorites>;
}

function FavoriteLine({ artist, pinned, favorites: { change, isChanging } }: FavoriteLineProps) {
	const { t } = useLingui();
	const toast = useToast();
	const turnText = useTurnText();
	const [first, second] = namesOf(artist);
	const failed = {
		onError: (error: Error) => toast(t`This could not be saved. Please try again.`, 'error', turnText(error)),
	};
	return (
		<li className="favorite-line rounded fan stack gap-3" style={fanStyle(artist.fan_color)}>
			<span className="face">
				<ArtistPicture artist={artist} />
			</span>
			<Link className="target bold breaks" to={paths.artist(artist.artist_id, HOME_ORIGIN)} translate="no">
				<span className="min-0">
					<span lang={first.lang}>{first.text}</span>
					{second && (
						<small className="block muted text-s" lang={second.lang}>
							{second.text}
						</small>
					)}
				</span>
			</Link>
			{pinned ? (
				<Tag tone="good">{t`Pinned`}</Tag>
			) : (
				<Button
					variant="quiet"
					aria-label={t`Pin ${nameOf(artist)}`}
					disabled={isChanging}
					onClick={() => change({ add: artist, first: true }, failed)}
				>{t`Pin`}</Button>
			)}
			<IconButton
				label={t`Remove ${nameOf(artist)}`}
				disabled={isChanging}
				onClick={() => change({ remove: artist.artist_id }, failed)}
			>
				<Icon name="close" />
			</IconButton>
		</li>
	);
}

function NoArtist() {
	const { t } = useLingui();
	const fan = useFan();
	const { isLoading, isError, refetch } = useQuery({ ...favoritesQuery(fan ?? ''), enabled: fan !== null });
	if (isLoading) return <Skeleton style={{ height: '20rem' }} />;
	if (isError) return <NotLoaded onRetry={() => void refetch()} />;
	return (
		<Empty
			title={<Trans>No artist yet</Trans>}
			action={<Link className={buttonClass({})} to={paths.leaderboard()}>{t`Find your artist`}</Link>}
		>
			<Trans>Open an artist and press My artist. Their row is pinned on home and charts.</Trans>
		</Empty>
	);
}
