/** Remembers which pop-up was dismissed on which day of the month: `popup_dismissed` in local storage, uuid to day. */
import { POPUP_STORAGE_NAME } from '#contract/values/constants.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export function isDue(store: Store, uuid: string, today: Date): boolean {
	return dismissals(store)[uuid] !== today.getDate();
}

export function rememberDismissal(store: Store, uuid: string, today: Date): void {
	store.setItem(POPUP_STORAGE_NAME, JSON.stringify({ ...dismissals(store), [uuid]: today.getDate() }));
}

/** Reads the stored dismissals. Any value that is not a map, whatever wrote it, counts as empty. */
function dismissals(store: Store): Record<string, unknown> {
	try {
		const map: unknown = JSON.parse(store.getItem(POPUP_STORAGE_NAME) ?? '{}');
		return typeof map === 'object' && map !== null && !Array.isArray(map) ? { ...map } : {};
	} catch {
		return {};
	}
}
