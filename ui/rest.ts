/** One switch for all that moves by itself. The device keeps it. */
import { useSyncExternalStore } from 'react';
import { stored } from './stored.ts';

const kept = stored('motion_rests');

export const toggleRest = () => kept.set(kept.get() ? null : '1');

export const useResting = () => useSyncExternalStore(kept.subscribe, kept.get, () => null) !== null;
