/** Fans: the list, or the page of one. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { listFans, readFan } from '#contract/operator/accounts.ts';
import { setFansSuspended } from '#contract/operator/lists/bulk.ts';
import { exportedColumns, exportFans } from '#contract/operator/lists/exports.ts';
import { FanFacts, FanSteps, FanTags, type ListedFan, useFanName } from '../features/fans/fan.tsx';
import { FanRecords } from '../features/fans/fan-records.tsx';
import { OrdersOf } from '../features/orders/order-records.tsx';
import { readOf } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { useSignedIn } from '../lib/session/operator.tsx';
import { type BulkAction, told } from '../lib/table/bulk-action.ts';
import { paths } from '../paths.ts';
import { ListPage } from '../shell/list-page.tsx';
import { Card, OneCard, Page } from '../shell/page.tsx';

export default function FansPage() {
	const { id } = useParams();
	return id === undefined ? <Fans /> : <OneFan key={id} id={Number(id)} />;
}

function Fans() {
	const { t } = useLingui();
	const nameOf = useFanName();
	const { operator, entered } = useSignedIn();
	const mayRead = entered && operator.role !== 'viewer';
	return (
		<ListPage
			title={t`Fans`}
			of={{ list: listFans }}
			section="fans"
			sorts={{ joined: 'desc' }}
			search={mayRead ? t`Email, name or number` : t`Full email, name or number`}
			rowKey={(fan) => fan.fan_id}
			nameOf={nameOf}
			none={t`No fans yet`}
			hint={t`Fans appear here as soon as they have signed in for the first time.`}
			bulk={useFanActions()}
			file={{ endpoint: exportFans, fileName: 'fans.csv', columns: exportedColumns.fans, isPersonal: true }}
			columns={[
				{
					key: 'name',
					header: t`Fan`,
					strong: true,
					render: (fan) => nameOf(fan),
				},
				{ key: 'id', header: t`Number`, room: 'much', render: (fan) => fan.fan_id },
				{ key: 'email', header: t`Email`, room: 'some', render: (fan) => fan.email ?? '–' },
				{ key: 'country', header: t`Country`, room: 'much', render: (fan) => fan.country ?? '–' },
				{ key: 'joined', header: t`Joined`, room: 'much', sortAs: 'joined', time: (fan) => fan.joined_time },
				{ key: 'status', header: t`Status`, render: (fan) => <FanTags fan={fan} /> },
				{
					key: 'gems',
					header: t`Gems`,
					strong: true,
					exportAs: ['earned', 'purchased'],
					count: (fan) => fan.earned + fan.purchased,
				},
			]}
		/>
	);
}

/** What can be done to several fans at once. */
function useFanActions(): BulkAction<ListedFan>[] {
	const { t } = useLingui();
	const action = (suspended: boolean, ...words: Parameters<typeof told>): BulkAction<ListedFan> => ({
		...told(...words),
		endpoint: setFansSuspended,
		needsReason: true,
		body: (fans, why) => ({ fan_ids: fans.map((fan) => fan.fan_id), suspended, why: why || null }),
		undo: (done, why) => ({ fan_ids: done.map(({ id }) => Number(id)), suspended: !suspended, why }),
	});
	const [suspend, cannot] = [t`Suspend these fans?`, t`Cannot vote, check in or buy`];
	const [end, canAgain] = [t`End the suspension of these fans?`, t`Can vote, check in and buy again`];
	return [
		action(true, t`Suspend`, suspend, cannot, t`Suspended`, t`Already suspended`),
		action(false, t`Restore`, end, canAgain, t`Restored`, t`Not suspended`),
	];
}

function OneFan({ id }: { id: number }) {
	const { t } = useLingui();
	const nameOf = useFanName();
	const read = useQuery(readOf(readFan, { params: { fan_id: id } }));
	const fan = read.data?.fan;
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
						<FanRecords fanId={id} orders={<OrdersOf fanId={id} />} />
					</Card>
				</>
			) : (
				<OneCard read={read} />
			)}
		</Page>
	);
}
