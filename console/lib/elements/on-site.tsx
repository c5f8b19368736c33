/** Leads to an item as fans see it, in a window of its own. */
import { Trans } from '@lingui/react/macro';
import { pages, STATUS_PATH } from '#contract/pages.ts';
import { useSignedIn } from '../session/operator.tsx';

export const siteAddress = {
	chart: (tab: string) => `${pages.leaderboard}?${new URLSearchParams({ main_tab: tab }).toString()}`,
	article: (id: number) => pages.article.replace(':news_id', String(id)),
	category: (key: string) => `${pages.news}?${new URLSearchParams({ category: key }).toString()}`,
	artist: (id: number) => pages.artist.replace(':artist_id', String(id)),
	view: (id: string) => pages.view.replace(':id', id),
	home: pages.home,
	store: pages.store,
	status: STATUS_PATH,
};

export function OnSite({ to }: { to: string }) {
	const { site } = useSignedIn();
	return (
		<a className="trail-link" href={`${site.origin}${to}`} target="_blank" rel="noreferrer">
			<Trans>View on site</Trans>
		</a>
	);
}
