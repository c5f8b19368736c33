/** What can be done to several fans at once. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { setFansSuspended } from '#contract/operator/lists/bulk.ts';
import { call } from '../../lib/api/call.ts';
import { type BulkAction, type BulkHow, rowResults } from '../../lib/table/bulk/bulk-action.ts';
import type { ListedFan } from './get-fans.ts';

async function set(fanIds: number[], suspended: boolean, { isDryRun, why }: BulkHow) {
	const body = { fan_ids: fanIds, suspended, why: why || null, dry_run: isDryRun };
	return rowResults((await call(setFansSuspended, { body })).results);
}

export function useFanActions(): BulkAction<ListedFan>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	const onDone = () => void client.invalidateQueries({ queryKey: ['fans'] });
	const action = (suspended: boolean): Omit<BulkAction<ListedFan>, 'key' | 'label' | 'words'> => ({
		endpoint: setFansSuspended,
		needsReason: true,
		run: (fans, how) =>
			set(
				fans.map((fan) => fan.fan_id),
				suspended,
				how,
			),
		undo: (done, why) =>
			set(
				done.map(({ id }) => Number(id)),
				!suspended,
				{ isDryRun: false, why },
			),
		onDone,
	});
	return [
		{
			...action(true),
			key: 'suspend',
			label: t`Suspend`,
			words: {
				title: t`Suspend these fans?`,
				will: t`Cannot vote, check in or buy`,
				done: t`Suspended`,
				unchanged: t`Already suspended`,
			},
		},
		{
			...action(false),
			key: 'restore',
			label: t`Restore`,
			words: {
				title: t`End the suspension of these fans?`,
				will: t`Can vote, check in and buy again`,
				done: t`Restored`,
				unchanged: t`Not suspended`,
			},
		},
	];
}
