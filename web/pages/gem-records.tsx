import { useLingui, Trans } from '@lingui/react/macro';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { NotLoaded, NoData } from '../lib/elements/elements.tsx';
import { usePageTitle, useTimezone } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import { formatChange } from '#client/numbers.ts';
import { STATUS_PATH } from '#contract/pages.ts';
import { GEM_RECORDS_DAYS } from '#contract/values/constants.ts';
import { GemIcon } from '#ui/icons.tsx';
import { Link } from 'react-router';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { buttonClass } from '#ui/primitives/button.tsx';
import { getGemLogs } from '#contract/gems.ts';
import { RecordLine, RecordList, RecordListSkeleton } from '../features/account/records/record-list.tsx';
import { call } from '../lib/api/call.ts';
import { followCursor } from '../features/account/records/follow-cursor.ts';
import './account.css';

export default function GemRecordsPage() {
	const { t } = useLingui();
	usePageTitle(t`Gem Records`);
	return (
		<div className="wrap">
			<div className="column">
				<BackLink to={paths.account}>{t`My Account`}</BackLink>
				<h1 className="page-title mt-2">{t`Gem Records`}</h1>
				<GemRecords />
			</div>
			<ToTop />
		</div>
	);
}

function GemRecords() {
	const { data, isPending, isError, refetch } = useQuery(gemRecordsQuery);
	const { name: zone } = useTimezone();
	return (
		<>
			<p className="record-note muted">
				<Trans>
					Only the records of the last {GEM_RECORDS_DAYS} days are provided. Times are {zone}.
				</Trans>
			</p>
			{isPending && <RecordListSkeleton />}
			{isError && !data && <NotLoaded onRetry={() => void refetch()} />}
			{data?.length === 0 && <NoRecords />}
			{data && data.length > 0 && (
				<RecordList>
					{data.map(({ created_time, description, gem_offset, incident_id }, index) => (
						<RecordLine
							// Entries have no id. The list is only ever replaced as a whole, so the index can be the
							// key.
							key={data.length - index}
							title={
								incident_id === undefined ? (
									description
								) : (
									<a className="record-link underlined" href={`${STATUS_PATH}#incident-${incident_id}`}>
										{description}
									</a>
								)
							}
							time={created_time}
							gain={gem_offset > 0}
							amount={
								<>
									<GemIcon />
									{formatChange(gem_offset)}
								</>
							}
						/>
					))}
				</RecordList>
			)}
		</>
	);
}

function NoRecords() {
	const { t } = useLingui();
	return (
		<NoData action={<Link className={buttonClass({ variant: 'quiet' })} to={paths.store}>{t`Earn gems`}</Link>}>
			<Trans>No gems came or went lately. Check in today and earn your first.</Trans>
		</NoData>
	);
}

const LIMIT = 9_999;

const gemRecordsQuery = queryOptions({
	queryKey: ['me', 'gem-records'],
	queryFn: ({ signal }) =>
		followCursor(async (cursor) => {
			const { gem_logs, cursor: next } = await call(getGemLogs, { query: { cursor, limit: LIMIT } }, { signal });
			return { items: gem_logs, next };
		}),
	// Always read again: fans come to see the gems that they have just spent.
	staleTime: 0,
});
