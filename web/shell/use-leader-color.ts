import { useHall } from '#ui/hall.ts';
import { useOwnHallColor } from '../lib/favorites/own-hall.ts';
import { useFan } from '../lib/session/session.tsx';
import { useSite } from '../lib/site/get-site.ts';

/**
 * Colors the site with the leader of the current monthly ranking, or as the fan wants it, unless a page sets another
 * color.
 */
export function useLeaderColor(): void {
	const site = useSite();
	const current = site?.rank_entry_configs.find((entry) => entry.rank_key === site.current_monthly_rank_key);
	const own = useOwnHallColor(useFan());
	useHall(own ?? (site && (current?.top3[0]?.fan_color ?? null)));
}
