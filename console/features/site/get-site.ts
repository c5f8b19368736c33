/** Reads and writes the content around the charts. Lists are not paged, and every write returns the whole list. */
import type { QueryKey } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import * as site from '#contract/operator/site/content.ts';
import { readSettings } from '#contract/operator/site/settings.ts';
import { call } from '../../lib/api/call.ts';
import { readQuery, useWrite } from '../../lib/api/queries.ts';

export type Banner = ReplyOf<typeof site.listBanners>['banners'][number];
export type PopUp = ReplyOf<typeof site.listPopUps>['pop_ups'][number];
export type View = ReplyOf<typeof site.listViews>['views'][number];
export type EntryCards = ReplyOf<typeof site.readEntryCards>;
export type Settings = ReplyOf<typeof readSettings>['settings'];

export const bannersQuery = readQuery(['banners'], (reading) => call(site.listBanners, {}, reading));
export const popUpsQuery = readQuery(['pop-ups'], (reading) => call(site.listPopUps, {}, reading));
export const viewsQuery = readQuery(['views'], (reading) => call(site.listViews, {}, reading));
export const entryCardsQuery = readQuery(['entry-cards'], (reading) => call(site.readEntryCards, {}, reading));
export const settingsQuery = readQuery(['settings'], (reading) => call(readSettings, {}, reading));

export const useSetEntryCards = () =>
	useSiteWrite(entryCardsQuery.queryKey, (body: InputOf<typeof site.setEntryCards>['body']) =>
		call(site.setEntryCards, { body }),
	);

/** A write whose reply is what would be read next. */
export const useSiteWrite = <Input, Reply>(queryKey: QueryKey, write: (input: Input) => Promise<Reply>) =>
	useWrite(write, { success: (client, reply) => client.setQueryData(queryKey, reply) });
