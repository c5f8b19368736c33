/** Lists pop-ups. If several run, fans see the one that began last. */
import { popUps } from '#contract/operator/site/content.ts';
import { pictureIn, shown } from '../features/site/shown.tsx';
import { VisibilityTag, siteAddress } from '../lib/elements/elements.tsx';
import { periodOf } from '../lib/format/values.ts';
import { FanPage, wideAddress } from '../lib/preview/fan-page.tsx';
import { ListPage } from '../shell/list-page.tsx';

const { picture, alt, link, from, until, checks } = shown;

export default function PopUpsPage() {
	return (
		<ListPage
			of={popUps}
			nameOf={(row) => row.alt || 'Pop-up'}
			columns={[
				{ key: 'name', header: 'Pop-up' },
				pictureIn('picture'),
				{ key: 'status', header: 'Status', render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{ key: 'period', header: 'Period', room: 'some', render: periodOf },
			]}
			newName="New pop-up"
			none="No pop-ups yet. Fans see one picture when they open the site; create it with “New pop-up”."
			onSite={({ visibility }) => (visibility === 'visible' ? siteAddress.home : null)}
			edits={{
				fresh: { hidden: true },
				fields: () => ({
					media_id: { label: picture, shape: [4, 5] },
					alt,
					link_url: link,
					starts_local: { label: from },
					ends_local: { label: until },
					hidden: null,
				}),
				checks,
				renderPreview: ({ media_id: shownPicture, alt: text, link_url: to }) =>
					shownPicture && (
						<FanPage
							path={siteAddress.home}
							site={{
								pop_up: {
									uuid: 'preview',
									image_url: wideAddress(shownPicture.url),
									link_url: to,
									alt: text,
									lang: 'en',
								},
							}}
						/>
					),
			}}
		/>
	);
}
