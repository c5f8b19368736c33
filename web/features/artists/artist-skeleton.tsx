/** Placeholder of an artist's page while it is loading. */
import type { ReactNode } from 'react';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import './artist-skeleton.css';

/** `portrait` stands in the place of the picture. */
export function ArtistSkeleton({
	portrait = <Skeleton className="artist-skeleton-portrait" />,
}: {
	portrait?: ReactNode;
}) {
	return (
		<div className="artist-profile" aria-busy="true">
			<div className="artist-profile-head">
				{portrait}
				<div>
					<Skeleton className="artist-skeleton-name" />
					<Skeleton className="artist-skeleton-native" />
					<Skeleton className="artist-skeleton-standing" />
					<Skeleton className="artist-skeleton-race" />
					<Skeleton className="artist-skeleton-vote desktop-only" />
				</div>
			</div>
			<div className="artist-profile-more">
				<Skeleton className="artist-skeleton-text" />
				<Skeleton className="artist-skeleton-facts" />
			</div>
		</div>
	);
}
