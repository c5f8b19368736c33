/** The fans who would get most. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { MakeGood } from '#contract/operator/incidents/incidents.ts';
import { type Column, Table } from '#ui/primitives/table.tsx';
import { paths } from '../../paths.ts';

export function OwedList({ owed }: { owed: MakeGood }) {
	const { t } = useLingui();
	const columns: Column<MakeGood['list'][number]>[] = [
		{
			key: 'fan',
			header: t`Fan`,
			strong: true,
			render: ({ fan_id: id }) => <Link className="table-link" to={paths.one('fans', id)}>{t`Fan ${id}`}</Link>,
		},
		{ key: 'price', header: t`Price`, align: 'end', render: ({ price }) => formatNumber(price) },
		{ key: 'gems', header: t`Gems`, align: 'end', render: ({ gems }) => formatNumber(gems) },
	];
	return (
		<div className="incident-owed">
			<Table label={t`Fans who get most`} rows={owed.list} rowKey={({ fan_id: id }) => id} columns={columns} />
		</div>
	);
}
