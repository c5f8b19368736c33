/** Lists pop-ups. If several run, fans see the one that began last. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createPopUp } from '#contract/operator/site/content.ts';
import { type PopUp, popUpsQuery } from '../features/site/get-site.ts';
import { PopUpEditor } from '../features/site/shown/pop-up-editor.tsx';
import { Thumb } from '../lib/media/thumb.tsx';
import { shortDay } from '../lib/format/time.ts';
import { siteAddress } from '../lib/elements/on-site.tsx';
import { VisibilityTag } from '../lib/elements/visibility-tag.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

export default function PopUpsPage() {
	const { t } = useLingui();
	const columns: DataColumn<PopUp>[] = [
		{ key: 'name', header: t`Pop-up`, strong: true, render: (row) => row.alt || t`Pop-up` },
		{ key: 'picture', header: t`Picture`, room: 'some', render: (row) => <Thumb url={row.picture?.url} /> },
		{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
		{
			key: 'period',
			header: t`Period`,
			room: 'some',
			render: (row) => t`${shortDay(row.starts_local)} to ${shortDay(row.ends_local)}`,
		},
	];
	return (
		<SmallListPage
			title={t`Pop-ups`}
			section="popUps"
			query={popUpsQuery}
			rowsOf={rowsOf}
			idOf={idOf}
			nameOf={(row) => row.alt || t`Pop-up`}
			columns={columns}
			create={createPopUp}
			newName={<Trans>New pop-up</Trans>}
			empty={<Trans>No pop-ups yet. Fans see one picture when they open the site; create it with “New pop-up”.</Trans>}
			onSite={({ visibility }) => (visibility === 'visible' ? siteAddress.home : null)}
			renderEditor={(props) => <PopUpEditor {...props} />}
		/>
	);
}

const rowsOf = ({ pop_ups: list }: { pop_ups: PopUp[] }) => list;
const idOf = (row: PopUp) => row.pop_up_id;
