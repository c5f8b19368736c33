/** Cover, title, period and countdown of a chart. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import type { RankingConfig } from '#contract/rankings.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { AnyLink } from '../../../lib/elements/any-link.tsx';
import { pictureSizes } from '#contract/values/pictures.ts';
import { Picture } from '../../../lib/elements/picture.tsx';
import { useDestination } from '../../../lib/use-destination.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatPeriod } from '../../../lib/time.ts';
import { LocalEnd } from '../countdown/local-end.tsx';
import { CountdownCells } from '../countdown/countdown-cells.tsx';
import { OfflineNote } from '../count/offline-note.tsx';
import { ShownAsOf } from '../count/shown-as-of.tsx';
import { BreakNotice } from './break-notice.tsx';
import { useTabTitle } from './use-tab-title.ts';
import './chart-head.css';

export interface ChartHeadProps {
	ranking: RankingConfig;
	receivedAtMs: number;
	/** Seconds since the epoch, if the chart is not current. */
	asOf: number | undefined;
	/** The countdown reached zero. */
	onEnd: () => void;
}

export function ChartHead({ ranking, receivedAtMs, asOf, onEnd }: ChartHeadProps) {
	const titleOf = useTabTitle();
	const { timeZone, name } = useTimezone();
	return (
		<section className="chart-head">
			<Cover ranking={ranking} />
			<div>
				<h1>
					<Trans>{titleOf(ranking.ranking_type)} Chart</Trans>
				</h1>
				<p className="chart-head-period">
					{formatPeriod(ranking.start_time, ranking.end_time, timeZone)} <span>{name}</span>
				</p>
				<LocalEnd ranking={ranking} timeZone={timeZone} />
				<CountdownCells endCountdown={ranking.end_countdown} receivedAtMs={receivedAtMs} onEnd={onEnd} />
				{ranking.status !== RANKING_STATUS_ONGOING && <BreakNotice ranking={ranking} />}
				{asOf === undefined ? (
					<OfflineNote receivedAtMs={receivedAtMs} />
				) : (
					<p className="chart-head-as-of">
						<ShownAsOf seconds={asOf} />
					</p>
				)}
			</div>
		</section>
	);
}

function Cover({ ranking }: { ranking: RankingConfig }) {
	const destination = useDestination();
	const image = (
		<Picture
			src={ranking.cover_image_url}
			sizes={pictureSizes.chart}
			alt={ranking.cover_alt}
			width="960"
			height="540"
			fetchPriority="high"
			standIn={<span className="visually-hidden">{ranking.cover_alt}</span>}
		/>
	);
	if (ranking.cover_link_url === null) return <span className="chart-head-cover">{image}</span>;
	return (
		<AnyLink
			className="chart-head-cover"
			to={ranking.cover_link_url}
			label={`${destination(ranking.cover_link_url)}: ${ranking.cover_alt}`}
		>
			{image}
		</AnyLink>
	);
}

/** `cover` stands in the place of the picture. */
export function ChartHeadSkeleton({ cover = <Skeleton className="chart-head-cover" /> }: { cover?: ReactNode }) {
	return (
		<div className="chart-head">
			{cover}
			<div>
				<Skeleton className="chart-head-title-skeleton" />
				<Skeleton className="chart-head-period-skeleton" />
				{/* Most fans live by another clock than the site. */}
				<Skeleton className="local-end chart-head-local-skeleton" />
				<div className="countdown">
					{['days', 'hours', 'minutes', 'seconds'].map((unit) => (
						<Skeleton key={unit} className="chart-head-cell" />
					))}
				</div>
			</div>
		</div>
	);
}
