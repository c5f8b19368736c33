import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export function useOnline(): boolean {
	return useSyncExternalStore(
		(changed) => onlineManager.subscribe(changed),
		() => onlineManager.isOnline(),
		() => true,
	);
}
