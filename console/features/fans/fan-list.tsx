/** Fans; a row opens the fan's page. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { Table } from '#ui/primitives/table.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { paths } from '../../paths.ts';
import { FanTags, useFanName } from './fan-name.tsx';
import type { ListedFan } from './get-fans.ts';

export function FanList({ fans }: { fans: ListedFan[] | undefined }) {
	const { t } = useLingui();
	const nameOf = useFanName();
	const dateTime = useDateTime();
	return (
		<Table
			label={t`Fans`}
			rows={fans}
			rowKey={(fan) => fan.fan_id}
			columns={[
				{
					key: 'name',
					header: t`Fan`,
					strong: true,
					render: (fan) => (
						<Link className="table-link" to={paths.one('fans', fan.fan_id)}>
							{nameOf(fan)}
						</Link>
					),
				},
				{ key: 'id', header: t`Number`, room: 'much', render: (fan) => fan.fan_id },
				{ key: 'email', header: t`Email`, room: 'some', render: (fan) => fan.email ?? '–' },
				{ key: 'country', header: t`Country`, room: 'much', render: (fan) => fan.country ?? '–' },
				{ key: 'joined', header: t`Joined`, room: 'much', render: (fan) => dateTime(fan.joined_time) },
				{ key: 'status', header: t`Status`, render: (fan) => <FanTags fan={fan} /> },
				{
					key: 'gems',
					header: t`Gems`,
					align: 'end',
					strong: true,
					render: (fan) => formatNumber(fan.earned + fan.purchased),
				},
			]}
		/>
	);
}
