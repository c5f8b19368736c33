/** Fans: the list, or the page of one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { FanFacts } from '../features/fans/fan-facts.tsx';
import { FanList } from '../features/fans/fan-list.tsx';
import { useFanName } from '../features/fans/fan-name.tsx';
import { FanRecords } from '../features/fans/fan-records.tsx';
import { FanSteps } from '../features/fans/fan-steps.tsx';
import { fanQuery, fansQuery } from '../features/fans/get-fans.ts';
import { OrderTable } from '../features/orders/order-table.tsx';
import { useAddressSearch } from '../lib/lists/address-state.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { NoResults } from '../lib/lists/no-results.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { useSignedIn } from '../lib/session/operator.tsx';
import { OneState } from '../lib/lists/one-state.tsx';
import { paths } from '../paths.ts';
import { Card, Page } from '../shell/page.tsx';

export default function FansPage() {
	const { id } = useParams();
	return id === undefined ? <Fans /> : <OneFan key={id} id={Number(id)} />;
}

function Fans() {
	const { t } = useLingui();
	const { words, setWords, search } = useAddressSearch();
	const { operator, entered } = useSignedIn();
	const label = entered && operator.role !== 'viewer' ? t`Email, name or number` : t`Full email, name or number`;
	const view = useTableView({ joined: 'desc' });
	const read = useInfiniteQuery(fansQuery(search, view.order));
	const fans = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page title={t`Fans`} actions={<SearchField label={label} value={words} onChange={setWords} />}>
			<Card tight>
				<FanList
					fans={fans}
					search={search}
					view={view}
					read={read}
					nothing={
						<NoResults words={search} onClear={() => setWords('')} none={<Trans>No fans yet</Trans>}>
							<Trans>Fans appear here as soon as they have signed in for the first time.</Trans>
						</NoResults>
					}
				/>
				<MoreRows read={read} />
			</Card>
		</Page>
	);
}

function OneFan({ id }: { id: number }) {
	const { t } = useLingui();
	const nameOf = useFanName();
	const read = useQuery(fanQuery(id));
	const fan = read.data;
	return (
		<Page
			title={fan ? nameOf(fan) : t`Fan`}
			actions={
				<Link className="trail-link" to={paths.fans}>
					<Trans>All fans</Trans>
				</Link>
			}
		>
			{fan ? (
				<>
					<Card>
						<WaitsNotice name="fan_id" value={id} />
						<FanFacts fan={fan} />
						<FanSteps fan={fan} />
						<Link className="trail-link" to={paths.auditOf(`fan:${id}`)}>
							<Trans>Audit trail of this fan</Trans>
						</Link>
					</Card>
					<Card tight>
						<FanRecords fanId={id} renderOrders={(orders) => <OrderTable orders={orders} />} />
					</Card>
				</>
			) : (
				<Card>
					<OneState read={read} />
				</Card>
			)}
		</Page>
	);
}
