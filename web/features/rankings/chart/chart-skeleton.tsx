/** Podium and rows before they are there, in their exact geometry. */
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import './podium.css';
import './rank-row.css';
import './chart-skeleton.css';

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
