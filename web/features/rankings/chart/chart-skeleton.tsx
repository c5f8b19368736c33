import { Skeleton } from '#ui/primitives/skeleton.tsx';
import './chart-head.css';
import './podium.css';
import './chart-list.css';

export function ChartHeadSkeleton() {
	return (
		<div className="chart-head">
			<Skeleton className="chart-head-cover" />
			{/* As high as heading and period. */}
			<Skeleton
				style={{ gridArea: 'title', width: '62%', height: 'var(--wide, 2.5875rem) var(--narrow, 1.4375rem)' }}
			/>
			<div className="countdown">
				{['days', 'hours', 'minutes', 'seconds'].map((unit) => (
					<Skeleton
						key={unit}
						style={{
							width: 'var(--wide, 5rem) var(--narrow, 2.5rem)',
							height: 'var(--wide, 5rem) var(--narrow, 2.25rem)',
						}}
					/>
				))}
			</div>
			<div className="chart-head-when">
				<Skeleton
					className="chart-head-period"
					style={{ width: '80%', height: 'var(--wide, 1.5rem) var(--narrow, 1.21875rem)' }}
				/>
				{/* Most fans live by another clock than the site. */}
				<Skeleton style={{ width: '50%', height: '1.3125rem' }} />
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
					<Skeleton className="rank-number" style={{ width: '1.75rem', height: '1.75rem', justifySelf: 'center' }} />
					<span className="rank-picture">
						<Skeleton style={{ height: '100%', borderRadius: '50%' }} />
					</span>
					<span className="rank-name min-0 bold clipped breaks">
						<Skeleton style={{ width: '8.5rem', height: '1.125rem' }} />
					</span>
					<span className="rank-tickets min-0">
						<Skeleton
							style={{ width: '6rem', height: '1rem', margin: 'var(--wide, 0 0 0 auto) var(--narrow, 0.5rem 0 0)' }}
						/>
					</span>
				</div>
			))}
		</div>
	);
}
