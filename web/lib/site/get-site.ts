import { queryOptions, useQuery } from '@tanstack/react-query';
import { DEFAULT_TIMEZONE, DEFAULT_TIMEZONE_NAME } from '#contract/values/constants.ts';
import { isZoneKnown } from '#contract/values/zones.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getSite, type SiteConfiguration } from '#contract/site.ts';
import { useDocumentTitle } from '#client/use-document-title.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../api/call.ts';

/** The configuration and when it arrived, in milliseconds of the page's monotonic clock: its countdowns start from there. */
export interface LiveSite extends SiteConfiguration {
	/** Missing for a configuration that came with the page itself: it arrived with the page. */
	received_at?: number;
}

const REFRESH_MS = 60_000;

export const siteQuery = queryOptions({
	queryKey: cacheKeys.site,
	queryFn: async ({ signal }): Promise<LiveSite> => ({
		...(await call(getSite, { query: { lang: pageLanguage() } }, { signal })),
		received_at: performance.now(),
	}),
	refetchInterval: REFRESH_MS,
});

export const useSite = (): LiveSite | undefined => useQuery(siteQuery).data;

export const useProductName = (): string => useSite()?.product ?? 'Lightstick';

export function useTimezone() {
	const site = useSite();
	const timeZone = site?.timezone ?? DEFAULT_TIMEZONE;
	// A browser's list of zones may be older than the zone's name.
	if (!isZoneKnown(timeZone)) return { timeZone: 'UTC', name: 'UTC' };
	return { timeZone, name: site?.timezone_name ?? DEFAULT_TIMEZONE_NAME };
}

/** Titles the tab `News · Lightstick`; without a text it shows the product's name alone. */
export function usePageTitle(text?: string): void {
	const product = useProductName();
	useDocumentTitle(text ? `${text} · ${product}` : product);
}
