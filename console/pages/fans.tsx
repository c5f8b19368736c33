/** Fans: the list, or the page of one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { setFansSuspended } from '#contract/operator/lists/bulk.ts';
import { exportFans } from '#contract/operator/lists/exports.ts';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { FanFacts, FanTags, useFanName } from '../features/fans/fan-facts.tsx';
import { FanRecords } from '../features/fans/fan-records.tsx';
import { FanSteps } from '../features/fans/fan-steps.tsx';
import { fanQuery, fansQuery, type ListedFan } from '../features/fans/get-fans.ts';
import { OrderTable } from '../features/orders/order-columns.tsx';
import { call } from '../lib/api/call.ts';
import { useList } from '../lib/api/lists.ts';
import { refresh } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { RowLink, TrailLink } from '../lib/elements/links.tsx';
import { useAddressSearch } from '../lib/lists/address-state.ts';
import { NoResults } from '../lib/lists/list-state.tsx';
import { useDateTime, useSignedIn } from '../lib/session/operator.tsx';
import { type BulkAction, type BulkHow, rowResults } from '../lib/table/bulk-action.ts';
import { counts } from '../lib/table/column.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { paths } from '../paths.ts';
import { Card, OneCard, Page } from '../shell/page.tsx';

export default function FansPage() {
	const { id } = useParams();
	return id === undefined ? <Fans /> : <OneFan key={id} id={Number(id)} />;
}

function Fans() {
	const { t } = useLingui();
	const nameOf = useFanName();
	const dateTime = useDateTime();
	const { words, setWords, search } = useAddressSearch();
	const { operator, entered } = useSignedIn();
	const label = entered && operator.role !== 'viewer' ? t`Email, name or number` : t`Full email, name or number`;
	const view = useTableView({ joined: 'desc' });
	const { read, rows } = useList(fansQuery(search, view.order));
	const filter = { search: search || undefined, order: view.order };
	return (
		<Page title={t`Fans`} actions={<SearchField label={label} value={words} onChange={setWords} />}>
			<Card tight>
				<DataTable
					label={t`Fans`}
					rows={rows}
					rowKey={(fan) => fan.fan_id}
					nameOf={nameOf}
					view={view}
					read={read}
					nothing={
						<NoResults words={search} onClear={() => setWords('')} none={<Trans>No fans yet</Trans>}>
							<Trans>Fans appear here as soon as they have signed in for the first time.</Trans>
						</NoResults>
					}
					actions={useFanActions()}
					tools={{ list: 'fans', file: { endpoint: exportFans, filter, fileName: 'fans.csv', isPersonal: true } }}
					columns={[
						{
							key: 'name',
							header: t`Fan`,
							strong: true,
							exportAs: ['name'],
							render: (fan) => <RowLink to={paths.one('fans', fan.fan_id)}>{nameOf(fan)}</RowLink>,
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
						counts<ListedFan>('gems', t`Gems`, (fan) => fan.earned + fan.purchased, {
							strong: true,
							exportAs: ['earned', 'purchased'],
						}),
					]}
				/>
			</Card>
		</Page>
	);
}

async function set(fans: readonly { fan_id: number }[], suspended: boolean, { isDryRun, why }: BulkHow) {
	const body = { fan_ids: fans.map((fan) => fan.fan_id), suspended, why: why || null, dry_run: isDryRun };
	return rowResults((await call(setFansSuspended, { body })).results);
}

/** What can be done to several fans at once. */
function useFanActions(): BulkAction<ListedFan>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	const onDone = () => void refresh(client, ['fans']);
	const action = (suspended: boolean): Omit<BulkAction<ListedFan>, 'key' | 'label' | 'words'> => ({
		endpoint: setFansSuspended,
		needsReason: true,
		run: (fans, how) => set(fans, suspended, how),
		undo: (done, why) => {
			const fans = done.map(({ id }) => ({ fan_id: Number(id) }));
			return set(fans, !suspended, { isDryRun: false, why });
		},
		onDone,
	});
	return [
		{
			...action(true),
			key: 'suspend',
			label: t`Suspend`,
			words: {
				title: t`Suspend these fans?`,
				will: t`Cannot vote, check in or buy`,
				done: t`Suspended`,
				unchanged: t`Already suspended`,
			},
		},
		{
			...action(false),
			key: 'restore',
			label: t`Restore`,
			words: {
				title: t`End the suspension of these fans?`,
				will: t`Can vote, check in and buy again`,
				done: t`Restored`,
				unchanged: t`Not suspended`,
			},
		},
	];
}

function OneFan({ id }: { id: number }) {
	const { t } = useLingui();
	const nameOf = useFanName();
	const read = useQuery(fanQuery(id));
	const fan = read.data;
	return (
		<Page title={fan ? nameOf(fan) : t`Fan`} actions={<TrailLink to={paths.fans}>{t`All fans`}</TrailLink>}>
			{fan ? (
				<>
					<Card>
						<WaitsNotice name="fan_id" value={id} />
						<FanFacts fan={fan} />
						<FanSteps fan={fan} />
						<TrailLink to={paths.auditOf(`fan:${id}`)}>{t`Audit trail of this fan`}</TrailLink>
					</Card>
					<Card tight>
						<FanRecords fanId={id} renderOrders={(orders) => <OrderTable orders={orders} />} />
					</Card>
				</>
			) : (
				<OneCard read={read} />
			)}
		</Page>
	);
}
