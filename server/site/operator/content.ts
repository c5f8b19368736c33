/** Banners, pop-ups and picture pages, as they are stored. */
import { banners, popUps, views } from '#contract/operator/site/content.ts';
import type { ConsoleDeps } from '#server/http/console/serve.ts';
import { sql } from '#server/kernel/sql.ts';
import { serveListed } from '#server/resources/routes.ts';

const VISIBILITY = sql`case when hidden_at is not null then 'hidden' when ends_at <= lightstick_now() then 'over'
	when starts_at > lightstick_now() then 'scheduled' else 'visible' end as visibility`;

export function contentRoutes(deps: ConsoleDeps): void {
	serveListed(deps, {
		...banners,
		table: 'banner',
		order: sql`position, banner_id`,
		shown: VISIBILITY,
		read: { new_window: sql`coalesce(link_target = '_blank', false)` },
		write: ({ new_window: isNew }: { new_window: boolean }) => ({
			new_window: undefined,
			link_target: isNew ? '_blank' : null,
		}),
	});
	serveListed(deps, {
		...popUps,
		table: 'pop_up',
		order: sql`starts_at desc, pop_up_id limit 500`,
		shown: VISIBILITY,
	});
	serveListed(deps, { ...views, table: 'view_page', order: sql`view_id` });
}
