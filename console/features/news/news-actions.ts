/** What can be done to several articles at once. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { removeNewsDrafts, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import type { ConsoleNews } from '#contract/operator/news.ts';
import { call } from '../../lib/api/call.ts';
import { type BulkAction, rowResults } from '../../lib/table/bulk/bulk-action.ts';
import { hidingAction } from '../../lib/table/bulk/hiding.ts';

const itemOf = ({ news_id: id, version }: ConsoleNews) => ({ id, version });

export function useNewsActions(): BulkAction<ConsoleNews>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	const onDone = () => void client.invalidateQueries({ queryKey: ['news'] });
	const action = hidingAction({ endpoint: setNewsHidden, itemOf, onDone });
	return [
		{
			...action(false),
			key: 'publish',
			label: t`Publish`,
			words: {
				title: t`Publish these articles?`,
				will: t`Fans see it from its date on`,
				done: t`Published`,
				unchanged: t`Already published`,
			},
		},
		{
			...action(true),
			key: 'unpublish',
			label: t`Unpublish`,
			words: {
				title: t`Take these articles offline?`,
				will: t`Becomes a draft`,
				done: t`Draft`,
				unchanged: t`Already a draft`,
			},
		},
		{
			key: 'delete',
			label: t`Delete drafts`,
			isDangerous: true,
			endpoint: removeNewsDrafts,
			words: {
				title: t`Delete these drafts for good?`,
				will: t`Will be deleted`,
				done: t`Deleted`,
				unchanged: t`Already deleted`,
			},
			run: async (news, { isDryRun }) => {
				const body = { items: news.map(itemOf), dry_run: isDryRun };
				return rowResults((await call(removeNewsDrafts, { body })).results);
			},
			onDone,
		},
	];
}
