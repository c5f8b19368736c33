/** Where this fan's light burns: the artist of their last vote on each chart. Kept on the device, for one fan. */
import { useSyncExternalStore } from 'react';
import { storedValue } from '#ui/stored.ts';
import { useFan } from '../session/session.tsx';

interface Light {
	fan: string;
	lit: [string, number][];
}

const CHARTS_MAX = 8;
const storage = storedValue<Light>('own_light', (found) => {
	const { fan, lit } = found as Light;
	return Array.isArray(lit) ? { fan, lit } : null;
});

interface Votes {
	rankingKey: string;
	artistId: number;
	from: number;
	to: number;
}

/** The last vote of this page that took #1. */
let lead: Votes | null = null;

/** @param taken the rank that the vote took, if it took one */
export function lightUp(fan: string, votes: Votes, taken: number | null): void {
	const { rankingKey, artistId } = votes;
	const before = storage.get();
	const others = before?.fan === fan ? before.lit.filter(([key]) => key !== rankingKey) : [];
	storage.set({ fan, lit: [[rankingKey, artistId] as [string, number], ...others].slice(0, CHARTS_MAX) });
	if (taken === 1) lead = votes;
}

/** True if a vote of this page that took #1 is among these votes. */
export const tookLead = ({ rankingKey, artistId, from, to }: Votes): boolean =>
	lead?.rankingKey === rankingKey && lead.artistId === artistId && from <= lead.from && lead.to <= to;

export function useOwnLight(rankingKey: string): { fan: string; artistId: number } | null {
	const fan = useFan();
	const artistId = useSyncExternalStore(
		storage.subscribe,
		() => {
			const kept = storage.get();
			return kept?.fan === fan ? kept?.lit.find(([key]) => key === rankingKey)?.[1] : undefined;
		},
		() => undefined,
	);
	return fan === null || artistId === undefined ? null : { fan, artistId };
}
