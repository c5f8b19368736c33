import { useMutation } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listArtists } from '#contract/operator/artists.ts';
import * as calls from '#contract/operator/rankings/entries.ts';
import { call } from '../../lib/api/call.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

type Entries = ReplyOf<typeof calls.listEntries>;
export type Entry = Entries['entries'][number];
export type Preview = ReplyOf<typeof calls.previewImport>['preview'];

const of = (key: string) => ({ params: { ranking_key: key } });

export const entriesQuery = (key: string) =>
	readQuery(['rankings', 'entries', key], (reading) => call(calls.listEntries, of(key), reading));

const FOUND_MAX = 6;

export const artistSearchQuery = (search: string) =>
	readQuery(
		['artists', 'search', search],
		(reading) => call(listArtists, { query: { search, limit: FOUND_MAX } }, reading),
		{ enabled: search !== '' },
	);

export const useAddEntries = (key: string) =>
	useEntryChange(key, (artistIds: number[]) => call(calls.addEntries, { ...of(key), body: { artist_ids: artistIds } }));

export const useRemoveEntry = (key: string) =>
	useEntryChange(key, (artistId: number) =>
		call(calls.removeEntry, { params: { ranking_key: key, artist_id: artistId } }),
	);

export const useHideEntry = (key: string) =>
	useEntryChange(key, ({ artistId, ...body }: { artistId: number; hidden: boolean; why: string }) =>
		call(calls.hideEntry, { params: { ranking_key: key, artist_id: artistId }, body }),
	);

export const usePreviewImport = (key: string) =>
	useMutation({ mutationFn: (file: File) => call(calls.previewImport, of(key), { file }) });

export const useCommitImport = (key: string) =>
	useEntryChange(key, (importId: string) =>
		call(calls.commitImport, { params: { ranking_key: key, import_id: importId } }),
	);

/** The number of artists changes, and the ranking's version; a file may have created artists. */
const useEntryChange = <Input>(key: string, write: (input: Input) => Promise<Entries>) =>
	useWrite(write, {
		success: (client, entries) => {
			client.setQueryData(entriesQuery(key).queryKey, entries);
			void refresh(client, ['rankings', 'list'], ['rankings', 'one', key], ['artists']);
		},
	});
