/** What can be done to several artists at once. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleArtist } from '#contract/operator/artists.ts';
import { setArtistsHidden, unlistArtists } from '#contract/operator/lists/bulk.ts';
import { call } from '../../lib/api/call.ts';
import { type BulkAction, rowResults } from '../../lib/table/bulk/bulk-action.ts';
import { hidingAction } from '../../lib/table/bulk/hiding.ts';

const itemOf = ({ artist_id: id, version }: ConsoleArtist) => ({ id, version });

export function useArtistActions(): BulkAction<ConsoleArtist>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	const onDone = () => void client.invalidateQueries({ queryKey: ['artists'] });
	const action = hidingAction({ endpoint: setArtistsHidden, itemOf, onDone });
	return [
		{
			...action(true),
			key: 'hide',
			label: t`Hide`,
			words: {
				title: t`Hide these artists from fans?`,
				will: t`Will be hidden`,
				done: t`Hidden`,
				unchanged: t`Already hidden`,
			},
		},
		{
			...action(false),
			key: 'show',
			label: t`Show`,
			words: {
				title: t`Show these artists to fans?`,
				will: t`Will be visible`,
				done: t`Visible`,
				unchanged: t`Already visible`,
			},
		},
		{
			key: 'unlist',
			label: t`Remove from rankings`,
			endpoint: unlistArtists,
			words: {
				title: t`Remove these artists from every ranking that has not opened?`,
				will: t`Will be removed`,
				done: t`Removed`,
				unchanged: t`In no ranking to come`,
			},
			run: async (artists, { isDryRun }) => {
				const body = { artist_ids: artists.map((artist) => artist.artist_id), dry_run: isDryRun };
				return rowResults((await call(unlistArtists, { body })).results);
			},
			onDone: () => void client.invalidateQueries({ queryKey: ['rankings'] }),
		},
	];
}
