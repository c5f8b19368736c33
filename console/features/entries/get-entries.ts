import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listArtists } from '#contract/operator/artists.ts';
import {
	addEntries,
	commitImport,
	hideEntry,
	listEntries,
	previewImport,
	removeEntry,
} from '#contract/operator/rankings/entries.ts';
import { call } from '../../lib/api/call.ts';

export type Entry = ReplyOf<typeof listEntries>['entries'][number];
export type Preview = ReplyOf<typeof previewImport>['preview'];

export const entriesQuery = (key: string) =>
	queryOptions({
		queryKey: ['rankings', 'entries', key],
		queryFn: ({ signal }) => call(listEntries, { params: { ranking_key: key } }, { signal }),
	});

const FOUND_MAX = 6;

export const artistSearchQuery = (search: string) =>
	queryOptions({
		queryKey: ['artists', 'search', search],
		queryFn: ({ signal }) => call(listArtists, { query: { search, limit: FOUND_MAX } }, { signal }),
		enabled: search !== '',
	});

export function useAddEntries(key: string) {
	return useEntryChange(key, (artistIds: number[]) =>
		call(addEntries, { params: { ranking_key: key }, body: { artist_ids: artistIds } }),
	);
}

export function useRemoveEntry(key: string) {
	return useEntryChange(key, (artistId: number) =>
		call(removeEntry, { params: { ranking_key: key, artist_id: artistId } }),
	);
}

export function useHideEntry(key: string) {
	return useEntryChange(key, ({ artistId, ...body }: { artistId: number; hidden: boolean; why: string }) =>
		call(hideEntry, { params: { ranking_key: key, artist_id: artistId }, body }),
	);
}

export function usePreviewImport(key: string) {
	return useMutation({
		mutationFn: (file: File) => call(previewImport, { params: { ranking_key: key } }, { file }),
	});
}

export function useCommitImport(key: string) {
	return useEntryChange(key, (importId: string) =>
		call(commitImport, { params: { ranking_key: key, import_id: importId } }),
	);
}

function useEntryChange<Input>(key: string, mutationFn: (input: Input) => Promise<ReplyOf<typeof listEntries>>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: (entries) => {
			client.setQueryData(entriesQuery(key).queryKey, entries);
			// The number of artists, and the ranking's version.
			void client.invalidateQueries({ queryKey: ['rankings', 'list'] });
			void client.invalidateQueries({ queryKey: ['rankings', 'one', key] });
			// A file may have created some.
			void client.invalidateQueries({ queryKey: ['artists'] });
		},
	});
}
