/** Banners, pop-ups, picture pages and what else the contract lists as contents, as they are stored. */
import type { Endpoint } from '#contract/endpoint.ts';
import { contents as described } from '#contract/operator/site/content.ts';
import { raw, sql } from '#server/kernel/database.ts';
import type { Listed } from '#server/resources/routes.ts';

const VISIBILITY = sql`case when hidden_at is not null then 'hidden' when ends_at <= lightstick_now() then 'over'
	when starts_at > lightstick_now() then 'scheduled' else 'visible' end as visibility`;

/** Where the table, its order or its columns are not those that follow from the fields. */
const special: Readonly<Record<string, Partial<Pick<Listed<Endpoint>, 'table' | 'order' | 'read' | 'write'>>>> = {
	banner: {
		read: { new_window: sql`coalesce(link_target = '_blank', false)` },
		write: ({ new_window: isNew }: { new_window: boolean }) => ({
			new_window: undefined,
			link_target: isNew ? '_blank' : null,
		}),
	},
	pop_up: { order: sql`starts_at desc, pop_up_id limit 500` },
	view: { table: 'view_page' },
};

export const contents: readonly Listed<Endpoint>[] = described.map((noun) => ({
	...noun,
	table: noun.noun,
	order: raw(`${'position' in noun.fields ? 'position, ' : ''}${noun.noun}_id`),
	...('ends_local' in noun.fields && { shown: VISIBILITY }),
	...special[noun.noun],
}));
