/** Leads to an item as fans see it, in a window of its own. */
import { Trans, useLingui } from '@lingui/react/macro';
import { pages, STATUS_PATH } from '#contract/pages.ts';
import { Tag } from '#ui/primitives/tag.tsx';
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

const tones = { visible: 'good', scheduled: 'warning', hidden: 'neutral', over: 'neutral' } as const;

/** Shows in one word whether fans can see an item. */
export function VisibilityTag({ visibility }: { visibility: keyof typeof tones }) {
	const { t } = useLingui();
	const words = { visible: t`Visible`, scheduled: t`Scheduled`, hidden: t`Hidden`, over: t`Over` };
	return <Tag tone={tones[visibility]}>{words[visibility]}</Tag>;
}
