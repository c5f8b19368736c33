import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { id, idText, line, textOf } from '../../values/shapes.ts';
import { read } from '../shapes.ts';
import { contents } from '../site/content.ts';

/** Maximum number of views per operator and list. */
export const SAVED_VIEWS_MAX = 20;

export const listName = z.enum([
	'fans',
	'orders',
	'audit',
	'artists',
	'rankings',
	'news',
	'news-categories',
	...contents.map(({ list }) => list.path.replace('/console/', '')),
	'goods',
	'operators',
	'incidents',
	'cases',
	'case-votes',
	'vote-log',
]);
export type ListName = z.output<typeof listName>;

export const savedView = z.object({
	saved_view_id: id,
	list: listName,
	name: z.string(),
	/** The query of the list's address, which also shares the view: `status=paid&order=asc`. */
	query: z.string(),
});

const reply = z.object({ views: z.array(savedView) });

export const listSavedViews = read({
	path: '/console/saved-views',
	summary: 'The operator’s own views of a list, by name',
	query: z.object({ list: listName }),
	reply,
});

export const saveView = endpoint({
	path: '/console/saved-views',
	summary:
		'Keeps a view of a list. A view of the same name is replaced. Search texts of lists about fans are left out, because an address must not outlive its account',
	access: 'operator',
	body: z.object({ list: listName, name: line(60), query: textOf(1_000, /^[\w\-.~%=&+*!'()]*$/) }),
	reply,
	problems: ['saved_views_full'],
});

export const removeSavedView = endpoint({
	methods: ['DELETE'],
	path: '/console/saved-views/:saved_view_id',
	summary: 'Forgets a view. Succeeds if there is none',
	access: 'operator',
	params: z.object({ saved_view_id: idText }),
	reply,
});
