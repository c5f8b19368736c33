/** Fans; a row opens the fan's page. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { exportFans } from '#contract/operator/lists/exports.ts';
import { DataTable, type DataTableProps } from '../../lib/table/data-table.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { paths } from '../../paths.ts';
import { useFanActions } from './fan-actions.ts';
import { FanTags, useFanName } from './fan-name.tsx';
import type { ListedFan } from './get-fans.ts';

interface Props extends Pick<DataTableProps<ListedFan>, 'read' | 'view'> {
	fans: ListedFan[] | undefined;
	search: string;
	nothing: ReactNode;
}

export function FanList({ fans, search, view, ...rest }: Props) {
	const { t } = useLingui();
	const nameOf = useFanName();
	const dateTime = useDateTime();
	const filter = { search: search || undefined, order: view.order };
	return (
		<DataTable
			{...rest}
			label={t`Fans`}
			rows={fans}
			rowKey={(fan) => fan.fan_id}
			nameOf={nameOf}
			view={view}
			actions={useFanActions()}
			tools={{ list: 'fans', file: { endpoint: exportFans, filter, fileName: 'fans.csv', isPersonal: true } }}
			columns={[
				{
					key: 'name',
					header: t`Fan`,
					strong: true,
					exportAs: ['name'],
					render: (fan) => (
						<Link className="table-link" to={paths.one('fans', fan.fan_id)}>
							{nameOf(fan)}
						</Link>
					),
				},
				{ key: 'id', header: t`Number`, room: 'much', exportAs: ['id'], render: (fan) => fan.fan_id },
				{ key: 'email', header: t`Email`, room: 'some', exportAs: ['email'], render: (fan) => fan.email ?? '–' },
				{
					key: 'country',
					header: t`Country`,
					room: 'much',
					exportAs: ['country'],
					render: (fan) => fan.country ?? '–',
				},
				{
					key: 'joined',
					header: t`Joined`,
					room: 'much',
					sortAs: 'joined',
					exportAs: ['joined'],
					render: (fan) => dateTime(fan.joined_time),
				},
				{ key: 'status', header: t`Status`, exportAs: ['status'], render: (fan) => <FanTags fan={fan} /> },
				{
					key: 'gems',
					header: t`Gems`,
					align: 'end',
					strong: true,
					exportAs: ['earned', 'purchased'],
					render: (fan) => formatNumber(fan.earned + fan.purchased),
				},
			]}
		/>
	);
}
