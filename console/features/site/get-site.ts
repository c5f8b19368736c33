/** Reads and writes the content around the charts. Lists are not paged, and every write returns the whole list. */
import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import * as site from '#contract/operator/site/content.ts';
import { editEconomy, editSettings, readSettings } from '#contract/operator/site/settings.ts';
import { call } from '../../lib/api/call.ts';

export type Banner = ReplyOf<typeof site.listBanners>['banners'][number];
export type PopUp = ReplyOf<typeof site.listPopUps>['pop_ups'][number];
export type View = ReplyOf<typeof site.listViews>['views'][number];
export type EntryCards = ReplyOf<typeof site.readEntryCards>;
export type Settings = ReplyOf<typeof readSettings>['settings'];

export const bannersQuery = queryOptions({
	queryKey: ['banners'],
	queryFn: ({ signal }) => call(site.listBanners, {}, { signal }),
});
export const popUpsQuery = queryOptions({
	queryKey: ['pop-ups'],
	queryFn: ({ signal }) => call(site.listPopUps, {}, { signal }),
});
export const viewsQuery = queryOptions({
	queryKey: ['views'],
	queryFn: ({ signal }) => call(site.listViews, {}, { signal }),
});
export const entryCardsQuery = queryOptions({
	queryKey: ['entry-cards'],
	queryFn: ({ signal }) => call(site.readEntryCards, {}, { signal }),
});
export const settingsQuery = queryOptions({
	queryKey: ['settings'],
	queryFn: ({ signal }) => call(readSettings, {}, { signal }),
});

/** Id of the stored item and the version that was edited. Null for a new item. */
interface Stored<Id> {
	id: Id;
	version: number;
}

type BannerBody = InputOf<typeof site.createBanner>['body'];
export const useSaveBanner = () =>
	useWrite(bannersQuery.queryKey, ({ body, stored }: { body: BannerBody; stored: Stored<number> | null }) =>
		stored
			? call(site.editBanner, { params: { banner_id: stored.id }, body: { ...body, version: stored.version } })
			: call(site.createBanner, { body }),
	);

type PopUpBody = InputOf<typeof site.createPopUp>['body'];
export const useSavePopUp = () =>
	useWrite(popUpsQuery.queryKey, ({ body, stored }: { body: PopUpBody; stored: Stored<string> | null }) =>
		stored
			? call(site.editPopUp, { params: { pop_up_id: stored.id }, body: { ...body, version: stored.version } })
			: call(site.createPopUp, { body }),
	);

type ViewBody = Omit<InputOf<typeof site.createView>['body'], 'view_id'>;
export const useSaveView = () =>
	useWrite(
		viewsQuery.queryKey,
		({ viewId, body, version }: { viewId: string; body: ViewBody; version: number | null }) =>
			version === null
				? call(site.createView, { body: { ...body, view_id: viewId } })
				: call(site.editView, { params: { view_id: viewId }, body: { ...body, version } }),
	);

export const useSetEntryCards = () =>
	useWrite(entryCardsQuery.queryKey, (body: InputOf<typeof site.setEntryCards>['body']) =>
		call(site.setEntryCards, { body }),
	);

export const useEditSettings = () =>
	useWrite(settingsQuery.queryKey, (body: InputOf<typeof editSettings>['body']) => call(editSettings, { body }));

export const useEditEconomy = () =>
	useWrite(settingsQuery.queryKey, (body: InputOf<typeof editEconomy>['body']) => call(editEconomy, { body }));

function useWrite<Input, Reply>(queryKey: QueryKey, mutationFn: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: (reply) => {
			client.setQueryData(queryKey, reply);
		},
	});
}

/** Props that all editors of small lists share. */
export interface EditorOf<Thing> {
	/** Undefined for a new item. */
	stored: Thing | undefined;
	/** Reads the stored item again. */
	reload?: () => Promise<Thing | undefined>;
	onSaved?: () => void;
	onDiscarded?: () => void;
}
