/** What the console shows in a frame of the fans' site: the data of a page, in the place of what was read. */
import type { SiteConfiguration } from './site.ts';

export interface Preview {
	/** The page of the site that shows it. */
	path: string;
	site?: Partial<Pick<SiteConfiguration, 'pop_up' | 'rank_entry_configs'>>;
	/** By the keys of the page's cache. */
	data?: readonly (readonly [key: readonly unknown[], value: unknown])[];
}
