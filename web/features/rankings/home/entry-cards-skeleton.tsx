/** Placeholders of the charts' cards. The page shows them before it has the script of the cards. */
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import '#ui/primitives/carousel.css';
import './entry-cards.css';

export function EntryCardsSkeleton() {
	return (
		<div className="entry-cards" aria-busy="true">
			<div className="carousel-track">
				{['one', 'two', 'three'].map((place) => (
					<div key={place} className="carousel-slide">
						<Skeleton className="entry-card-skeleton" />
					</div>
				))}
			</div>
		</div>
	);
}
