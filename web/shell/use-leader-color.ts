import { useHall } from '#ui/hall.ts';
import { useSite } from '../lib/site/get-site.ts';

/** Colors the site with the leader of the current monthly ranking, unless a page sets another color. */
export function useLeaderColor(): void {
	const site = useSite();
	const current = site?.rank_entry_configs.find((entry) => entry.rank_key === site.current_monthly_rank_key);
	useHall(site && (current?.top3[0]?.fan_color ?? null));
}
