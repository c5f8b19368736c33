/** What came into the wallet and what was spent, line by line, with the times of the site's zone. */
import { Trans } from '@lingui/react/macro';
import type * as z from 'zod/mini';
import { GEM_RECORDS_DAYS } from '#contract/constants.ts';
import type { gemLog } from '#contract/accounts.ts';
import { GemIcon } from '#ui/icons.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { formatNumber } from '../../lib/numbers.ts';
import { useTimezone } from '../../lib/site/get-site.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useGemRecords } from './get-gem-records.ts';
import { signed } from './signed.ts';
import '../../lib/panel.css';
import './gem-records.css';

type GemRecord = z.output<typeof gemLog>;

export function GemRecords() {
	const { data, isPending } = useGemRecords();
	const { name: zone } = useTimezone();
	return (
		<>
			<p className="gem-records-note">
				<Trans>
					Only the records of the last {GEM_RECORDS_DAYS} days are provided. Times are {zone}.
				</Trans>
			</p>
			{isPending && <Loading />}
			{!isPending && !data?.length && <Empty title={<Trans>No Data</Trans>} />}
			{data && data.length > 0 && <List records={data} />}
		</>
	);
}

function List({ records }: { records: readonly GemRecord[] }) {
	return (
		<ul className="panel gem-records">
			{records.map((record, index) => (
				// Nothing in an entry names it; the list is only ever replaced as a whole.
				<Line key={records.length - index} record={record} />
			))}
		</ul>
	);
}

function Line({ record: { created_time, description, gem_offset } }: { record: GemRecord }) {
	const { timeZone, name: zone } = useTimezone();
	return (
		<li className="gem-record">
			<span className="gem-record-words">
				<b>{description}</b>
				<time dateTime={new Date(created_time * 1000).toISOString()}>
					{formatDateTime(created_time, timeZone)} {zone}
				</time>
			</span>
			<span className={`gem-record-offset ${gem_offset > 0 ? 'gem-record-gain' : ''}`}>
				<GemIcon />
				{signed(gem_offset, formatNumber)}
			</span>
		</li>
	);
}

function Loading() {
	return (
		<div className="panel gem-records" aria-busy="true">
			{[1, 2, 3, 4, 5, 6].map((place) => (
				<div className="gem-record" key={place}>
					<span className="gem-record-words">
						<Skeleton className="gem-record-skeleton-title" />
						<Skeleton className="gem-record-skeleton-time" />
					</span>
					<Skeleton className="gem-record-skeleton-offset" />
				</div>
			))}
		</div>
	);
}
