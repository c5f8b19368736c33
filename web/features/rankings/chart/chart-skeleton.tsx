import { Skeleton } from '#ui/primitives/skeleton.tsx';
import './chart-head.css';
import './podium.css';
import './chart-list.css';
import '../shares/shares.css';

export function ChartHeadSkeleton() {
	return (
		<div className="chart-head">
			<Skeleton className="chart-head-cover" />
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

export function SharesSkeleton() {
	return (
		<div className="chart-ocean">
			<div className="shares-ocean-skeleton" />
			<div className="wrap">
				<Skeleton className="shares-legend-skeleton" />
				<div className="chart-actions chart-actions-skeleton" />
			</div>
		</div>
	);
}

const ROWS = ['4', '5', '6', '7'];

export function ChartSkeleton() {
	return (
		<div aria-busy="true">
			<div className="podium">
				{[1, 2, 3].map((rank) => (
					<Skeleton key={rank} className={`podium-skeleton podium-${rank}`} />
				))}
			</div>
			<div className="rank-rows chart-skeleton-rows">
				{ROWS.map((rank) => (
					<div key={rank} className="rank-row fan chart-skeleton-row">
						<Skeleton className="chart-skeleton-rank" />
						<span className="rank-row-picture">
							<Skeleton className="chart-skeleton-picture" />
						</span>
						<span className="rank-row-name">
							<Skeleton className="chart-skeleton-name" />
						</span>
						<span className="rank-row-numbers">
							<Skeleton className="chart-skeleton-number" />
						</span>
					</div>
				))}
			</div>
		</div>
	);
}
