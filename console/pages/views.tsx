/** Picture pages, which banners and covers link to. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#contract/endpoint.ts';
import { views } from '#contract/operator/site/content.ts';
import type { getView } from '#contract/site.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { useShown } from '../features/site/shown.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { FanPage, wideAddress } from '../lib/preview/fan-page.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import { ListPage } from '../shell/list-page.tsx';

export default function ViewsPage() {
	const { t } = useLingui();
	const { phone, wide } = useShown();
	return (
		<ListPage
			of={views}
			title={t`Image pages`}
			section="views"
			nameOf={(row) => `/views/${row.view_id}`}
			columns={[
				{ key: 'id', header: t`Address`, strong: true, render: (row) => `/views/${row.view_id}` },
				{ key: 'alt', header: t`Alt text`, room: 'much', render: (row) => row.alt },
				{ key: 'picture', header: t`Picture`, room: 'some', render: (row) => <Thumb url={row.pc_picture?.url} /> },
				{
					key: 'status',
					header: t`Status`,
					render: (row) => <VisibilityTag visibility={row.hidden ? 'hidden' : 'visible'} />,
				},
			]}
			newName={<Trans>New image page</Trans>}
			none={
				<Trans>No image pages yet. They are pages of one picture, for guides and events; create the first one.</Trans>
			}
			onSite={({ view_id: viewId, hidden }) => (hidden ? null : siteAddress.view(viewId))}
			mayRemove={({ hidden }) => hidden}
			renderEditor={(props) => (
				<ItemEditor
					{...props}
					of={views}
					fields={({ view_id: id }) => ({
						view_id: {
							label: t`Address`,
							hint: id === '' ? t`Letters, digits and hyphens.` : `/views/${id}`,
							fixed: props.stored !== undefined,
						},
						media_id: { label: phone, shape: [3, 4] },
						pc_media_id: { label: wide, shape: [16, 9] },
						alt: {
							label: t`Alt text`,
							hint: t`Read aloud to fans who cannot see the picture. Also the title of the page.`,
						},
						hidden: { label: t`Hidden from fans` },
					})}
					renderPreview={({ media_id: narrow, pc_media_id: broad, alt }) =>
						narrow &&
						broad && (
							<FanPage
								start={siteAddress.home}
								path={siteAddress.view('preview')}
								data={[
									[
										cacheKeys.view('preview'),
										{
											view_detail: { image_url: wideAddress(narrow.url), pc_image_url: wideAddress(broad.url), alt },
										} satisfies ReplyOf<typeof getView>,
									],
								]}
							/>
						)
					}
				/>
			)}
		/>
	);
}
