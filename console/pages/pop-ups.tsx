/** Lists pop-ups. If several run, fans see the one that began last. */
import { popUps } from '#contract/operator/site/content.ts';
import { PicturePreview, shown } from '../features/site/shown.tsx';
import { siteAddress, Thumb, VisibilityTag } from '../lib/elements/elements.tsx';
import { shortDay } from '../lib/format/time.ts';
import { ListPage } from '../shell/list-page.tsx';

const { picture, alt, link, from, until, checks } = shown;

export default function PopUpsPage() {
	return (
		<ListPage
			of={popUps}
			section="popUps"
			nameOf={(row) => row.alt || 'Pop-up'}
			columns={[
				{ key: 'name', header: 'Pop-up' },
				{ key: 'picture', header: 'Picture', room: 'some', render: (row) => <Thumb url={row.picture?.url} /> },
				{ key: 'status', header: 'Status', render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{
					key: 'period',
					header: 'Period',
					room: 'some',
					render: (row) => `${shortDay(row.starts_local)} to ${shortDay(row.ends_local)}`,
				},
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
				renderPreview: (values) => <PicturePreview phone={values.media_id} alt={values.alt} />,
			}}
		/>
	);
}
