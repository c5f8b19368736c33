/** Search over everything that operators work on: rankings, artists, articles, fans, orders and cases. */
import * as z from 'zod/mini';
import { search } from '../values/shapes.ts';
import { read } from './shapes.ts';

export const found = z.object({
	kind: z.enum(['ranking', 'artist', 'article', 'fan', 'order', 'case']),
	/** The id in the path of its page. */
	id: z.string(),
	/** Null for a fan without a name, and for orders and cases, which have none. */
	name: z.nullable(z.string()),
	/** A second line: the ranking's key, the artist's other names, the fan's address, the fan who ordered. */
	detail: z.nullable(z.string()),
	/** State of a ranking or an order, where it matters. */
	status: z.nullable(z.string()),
});
export type Found = z.output<typeof found>;

export const searchEverything = read({
	path: '/console/search',
	summary:
		'At most five items of each kind whose names have words that begin with the given words. Fans are found by the beginning of a name or an address, or by number, and only by operators who may read personal data; orders by the beginning of their id, or by an id of the provider',
	query: z.object({ search: search(100, 1) }),
	reply: z.object({ list: z.array(found) }),
});
