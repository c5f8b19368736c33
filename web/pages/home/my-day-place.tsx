/** Keeps the room of the fan's own part of the home page while its script is loading. */
import { useFavorites } from '../../lib/favorites/use-favorites.ts';
import './my-day.css';

export function MyDayPlace() {
	const { list } = useFavorites();
	return (
		<div className="wrap" aria-hidden="true">
			<div className={list.length > 0 ? 'my-day-place my-day-place-pinned' : 'my-day-place'} />
		</div>
	);
}
