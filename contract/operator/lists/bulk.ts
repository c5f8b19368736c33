/**
 * One change of many items. Each item is changed in a transaction of its own, with the guards of the single call, so some
 * may be refused while others change; fans are suspended together. A dry run takes the same path and changes nothing.
 */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { bigId, id } from '../../values/shapes.ts';
import { version, waitsAs, why } from '../shapes.ts';

/** Maximum number of items in a call. */
export const BULK_MAX = 100;

const many = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(z.minLength(1), z.maxLength(BULK_MAX));

/** Items with the version that the operator saw. */
const items = many(z.object({ id, version }));

const bulkResult = z.object({
	id: bigId,
	/** In a dry run: what would happen. `waiting`: for a second operator. `unchanged`: the item already is as asked. */
	outcome: z.enum(['changed', 'waiting', 'unchanged', 'refused']),
	/** The slug and the sentence of a refusal. */
	problem: z.nullable(z.string()),
	message: z.nullable(z.string()),
	/** Version after the call, with which the change can be undone. Null for items without one, and for refusals. */
	version: z.nullable(version),
});
export type BulkResult = z.output<typeof bulkResult>;

const reply = z.object({ results: z.array(bulkResult) });
const dry_run = z.boolean();

const byEditor = { methods: ['POST'], access: 'operator:editor', reply } as const;
const hiding = { ...byEditor, body: z.object({ items, hidden: z.boolean(), dry_run }) } as const;

export const setArtistsHidden = endpoint({
	...hiding,
	path: '/console/artists/visibility',
	summary: 'Hides artists from fans, or shows them. An artist in a ranking that has not ended cannot be hidden',
});

export const setNewsHidden = endpoint({
	...hiding,
	path: '/console/news/visibility',
	summary: 'Publishes articles and videos, or makes drafts of them',
});

export const removeNewsDrafts = endpoint({
	...byEditor,
	path: '/console/news/drafts/delete',
	summary: 'Deletes drafts of articles and videos, with their translations. Cannot be undone',
	body: z.object({ items, dry_run }),
});

export const unlistArtists = endpoint({
	...byEditor,
	path: '/console/artists/unlist',
	summary: 'Removes artists from every ranking that has not opened',
	body: z.object({ artist_ids: many(id), dry_run }),
});

export const setFansSuspended = endpoint({
	path: '/console/fans/suspension',
	summary: 'Suspends fans, or ends their suspension. A second operator approves more than one at once',
	access: 'operator:editor',
	stepUp: true,
	/** A dry run needs no reason. */
	body: z.object({ fan_ids: many(bigId), suspended: z.boolean(), why: z.nullable(why), dry_run }),
	reply: z.object({ ...reply.shape, approval_id: waitsAs }),
});
