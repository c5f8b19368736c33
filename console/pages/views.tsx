/** Picture pages, which banners and covers link to. */
import { views } from '#contract/operator/site/content.ts';
import { PicturePreview, shown } from '../features/site/shown.tsx';
import { siteAddress, Thumb, VisibilityTag } from '../lib/elements/elements.tsx';
import { ListPage } from '../shell/list-page.tsx';

const { phone, wide } = shown;

export default function ViewsPage() {
	return (
		<ListPage
			of={views}
			section="views"
			nameOf={(row) => `/views/${row.view_id}`}
			columns={[
				{ key: 'id', header: 'Address' },
				{ key: 'alt', header: 'Alt text', room: 'much', render: 'alt' },
				{ key: 'picture', header: 'Picture', room: 'some', render: (row) => <Thumb url={row.pc_picture?.url} /> },
				{
					key: 'status',
					header: 'Status',
					render: (row) => <VisibilityTag visibility={row.hidden ? 'hidden' : 'visible'} />,
				},
			]}
			newName="New image page"
			none="No image pages yet. They are pages of one picture, for guides and events; create the first one."
			onSite={({ view_id: viewId, hidden }) => (hidden ? null : siteAddress.view(viewId))}
			edits={{
				fields: ({ view_id: id }, stored) => ({
					view_id: {
						label: 'Address',
						hint: id === '' ? 'Letters, digits and hyphens.' : `/views/${id}`,
						fixed: stored !== undefined,
					},
					media_id: { label: phone, shape: [3, 4] },
					pc_media_id: { label: wide, shape: [16, 9] },
					alt: {
						label: 'Alt text',
						hint: 'Read aloud to fans who cannot see the picture. Also the title of the page.',
					},
					hidden: { label: 'Hidden from fans' },
				}),
				renderPreview: ({ media_id: narrow, pc_media_id: broad, alt }) =>
					(narrow ?? broad) && (
						<>
							<h3>As fans see it</h3>
							<PicturePreview phone={narrow} wide={broad} alt={alt} />
						</>
					),
			}}
		/>
	);
}
