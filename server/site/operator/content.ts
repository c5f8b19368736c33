/** Banners, pop-ups and picture pages, as they are stored. */
import type { Endpoint } from '#contract/endpoint.ts';
import { banners, popUps, views } from '#contract/operator/site/content.ts';
import { sql } from '#server/kernel/sql.ts';
import type { Listed } from '#server/resources/routes.ts';

const VISIBILITY = sql`case when hidden_at is not null then 'hidden' when ends_at <= lightstick_now() then 'over'
	when starts_at > lightstick_now() then 'scheduled' else 'visible' end as visibility`;

export const contents: readonly Listed<Endpoint>[] = [
	{
		...banners,
		table: 'banner',
		order: sql`position, banner_id`,
		shown: VISIBILITY,
		read: { new_window: sql`coalesce(link_target = '_blank', false)` },
		write: ({ new_window: isNew }: { new_window: boolean }) => ({
			new_window: undefined,
			link_target: isNew ? '_blank' : null,
		}),
	},
	{ ...popUps, table: 'pop_up', order: sql`starts_at desc, pop_up_id limit 500`, shown: VISIBILITY },
	{ ...views, table: 'view_page', order: sql`view_id` },
];
