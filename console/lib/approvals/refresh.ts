/** Reads the requests again as soon as a write was turned into one, so that notices and the badge show it at once. */
import type { QueryClient } from '@tanstack/react-query';

export function refreshApprovals(client: QueryClient): void {
	client.getMutationCache().subscribe(({ type, mutation }) => {
		if (type !== 'updated' || mutation.state.status !== 'success') return;
		const reply = Object(mutation.state.data) as { approval_id?: string | null };
		if (typeof reply.approval_id === 'string') void client.invalidateQueries({ queryKey: ['approvals'] });
	});
}
