import { Skeleton } from '#ui/primitives/skeleton.tsx';
import './chart-head.css';
import './podium.css';
import './chart-list.css';

export function ChartHeadSkeleton() {
	return (
		<div className="chart-head stack">
			<Skeleton className="chart-head-cover" />
			<Skeleton className="chart-head-title-skeleton" />
			<div className="countdown flex wraps">
				{['days', 'hours', 'minutes', 'seconds'].map((unit) => (
					<Skeleton key={unit} className="chart-head-cell" />
				))}
			</div>
			<div className="chart-head-when">
				<Skeleton className="chart-head-period-skeleton" />
				{/* Most fans live by another clock than the site. */}
				<Skeleton className="local-end chart-head-local-skeleton" />
			</div>
		</div>
	);
}

export function PodiumSkeleton() {
	return [1, 2, 3].map((rank) => <Skeleton key={rank} className={`podium-skeleton podium-${rank}`} />);
}

const ROWS = ['4', '5', '6', '7'];

export function ChartSkeleton() {
	return (
		<div aria-busy="true" className="chart-list">
			<PodiumSkeleton />
			{ROWS.map((rank) => (
				<div key={rank} className="rank-row stack relative clipped fan chart-skeleton-row">
					<Skeleton className="chart-skeleton-rank rank-number" />
					<span className="rank-picture">
						<Skeleton className="chart-skeleton-picture round" />
					</span>
					<span className="rank-name min-0 bold clipped breaks">
						<Skeleton className="chart-skeleton-name" />
					</span>
					<span className="rank-tickets min-0">
						<Skeleton className="chart-skeleton-number" />
					</span>
				</div>
			))}
		</div>
	);
}
