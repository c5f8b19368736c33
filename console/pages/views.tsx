/** Picture pages, which banners and covers link to. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createView } from '#contract/operator/site/content.ts';
import { type View, viewsQuery } from '../features/site/get-site.ts';
import { ViewEditor } from '../features/site/view-editor.tsx';
import { Thumb } from '../lib/media/thumb.tsx';
import { siteAddress } from '../lib/elements/on-site.tsx';
import { VisibilityTag } from '../lib/elements/visibility-tag.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

export default function ViewsPage() {
	const { t } = useLingui();
	const columns: DataColumn<View>[] = [
		{ key: 'id', header: t`Address`, strong: true, render: (row) => `/views/${row.view_id}` },
		{ key: 'alt', header: t`Alt text`, room: 'much', render: (row) => row.alt },
		{ key: 'picture', header: t`Picture`, room: 'some', render: (row) => <Thumb url={row.pc_picture?.url} /> },
		{
			key: 'status',
			header: t`Status`,
			render: (row) => <VisibilityTag visibility={row.hidden ? 'hidden' : 'visible'} />,
		},
	];
	return (
		<SmallListPage
			title={t`Image pages`}
			section="views"
			query={viewsQuery}
			rowsOf={rowsOf}
			idOf={idOf}
			nameOf={(row) => `/views/${row.view_id}`}
			columns={columns}
			create={createView}
			newName={<Trans>New image page</Trans>}
			empty={
				<Trans>No image pages yet. They are pages of one picture, for guides and events; create the first one.</Trans>
			}
			onSite={({ view_id: viewId, hidden }) => (hidden ? null : siteAddress.view(viewId))}
			renderEditor={(props) => <ViewEditor {...props} />}
		/>
	);
}

const rowsOf = ({ views }: { views: View[] }) => views;
const idOf = (row: View) => row.view_id;
