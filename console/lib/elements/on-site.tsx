/** Leads to an item as fans see it, in a window of its own. */
import { Trans } from '@lingui/react/macro';
import { pages } from '#contract/pages.ts';

export const siteAddress = {
	chart: (tab: string) => `${pages.leaderboard}?${new URLSearchParams({ main_tab: tab }).toString()}`,
	article: (id: number) => pages.article.replace(':news_id', String(id)),
	artist: (id: number) => pages.artist.replace(':artist_id', String(id)),
	view: (id: string) => pages.view.replace(':id', id),
	home: pages.home,
	store: pages.store,
};

export function OnSite({ to }: { to: string }) {
	return (
		<a className="trail-link" href={to} target="_blank" rel="noreferrer">
			<Trans>View on site</Trans>
		</a>
	);
}
