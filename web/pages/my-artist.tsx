/** My artist: the fan's artists, and the reminders about them. Visitors keep theirs on the device. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '#ui/primitives/button.tsx';
import { FavoriteList } from '../features/my-artist/favorite-list.tsx';
import { OffPanel } from '../features/reminders/off-panel.tsx';
import { ReminderPanel } from '../features/reminders/reminder-panel.tsx';
import { useFavorites } from '../lib/favorites/use-favorites.ts';
import { useSession } from '../lib/session/session.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { OFF_QUERY, paths, type WayBack } from '../paths.ts';
import '../lib/elements/panel.css';
import './my-artist.css';

export default function MyArtistPage() {
	const { t } = useLingui();
	usePageTitle(t`My artist`);
	const { user } = useSession();
	const { list } = useFavorites();
	const [search] = useSearchParams();
	const off = search.get(OFF_QUERY);
	return (
		<div className="wrap my-artist">
			<h1>
				<Trans>My artist</Trans>
			</h1>
			{off !== null && <OffPanel token={off} />}
			<section className="panel" aria-label={t`My artists`}>
				<FavoriteList />
				{!user && list.length > 0 && <OnThisDevice />}
			</section>
			{user && !user.is_new_user && <ReminderPanel />}
		</div>
	);
}

function OnThisDevice() {
	const state: WayBack = { from: paths.myArtist };
	return (
		<div className="my-artist-device">
			<p>
				<Trans>These are kept on this device. Log in to have them everywhere.</Trans>
			</p>
			<Link className={buttonClass({ variant: 'quiet' })} to={paths.login} state={state}>
				<Trans>Log in</Trans>
			</Link>
		</div>
	);
}
