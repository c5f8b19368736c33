/** Placeholder of an artist's page while it is loading. */
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import './artist-skeleton.css';

export function ArtistSkeleton() {
	return (
		<div className="artist-profile" aria-busy="true">
			<div className="artist-profile-head">
				<Skeleton className="artist-skeleton-portrait" />
				<div>
					<Skeleton className="artist-skeleton-name" />
					<Skeleton className="artist-skeleton-native" />
					<Skeleton className="artist-skeleton-standing" />
					<Skeleton className="artist-skeleton-race" />
				</div>
			</div>
			<div className="artist-profile-more">
				<Skeleton className="artist-skeleton-text" />
				<Skeleton className="artist-skeleton-facts" />
			</div>
		</div>
	);
}
