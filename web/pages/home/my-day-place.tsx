/** Keeps the room of the fan's own part of the home page while its script is loading. */
import { keptFavorites } from '../../lib/favorites/kept-favorites.ts';
import './my-day.css';

export function MyDayPlace() {
	return (
		<div className="wrap" aria-hidden="true">
			<div className={keptFavorites().list.length > 0 ? 'my-day-place my-day-place-pinned' : 'my-day-place'} />
		</div>
	);
}
