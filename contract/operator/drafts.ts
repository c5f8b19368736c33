/** Unsaved edits of a form, which the server keeps for the operator who makes them. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, epochSeconds, INTEGER_MAX, text, textOf } from '../values/shapes.ts';
import { read } from './shapes.ts';

/** Maximum of JSON text, in characters. Longer edits stay in the browser. */
export const DRAFT_MAX = 200_000;
/** Forms of one operator. The oldest is dropped for a new one. */
export const DRAFTS_MAX = 50;

/** The form's name: the console's own, never read by the server. */
const form = textOf(300, /^[\w|/:.~%-]*$/);

export const readDraft = read({
	path: '/console/drafts',
	summary: 'The caller’s own unsaved edits of a form. Null if there are none',
	query: z.object({ form }),
	reply: z.object({ draft: z.nullable(z.object({ body: z.string(), seq: count, saved_time: epochSeconds })) }),
});

export const keepDraft = endpoint({
	methods: ['PUT'],
	path: '/console/drafts',
	summary: 'Keeps unsaved edits of a form for 30 days. Refused if another tab or device has kept others since',
	access: 'operator:editor+finance',
	body: z.object({
		form,
		/** JSON. Null: they are saved or discarded, and forgotten. */
		body: z.nullable(text(DRAFT_MAX)),
		/** `seq` of the edits that these follow; 0 for the first. */
		after: z.int().check(z.nonnegative(), z.lte(INTEGER_MAX)),
	}),
	/** 0 if they are forgotten. */
	reply: z.object({ seq: count }),
	problems: ['stale_edit'],
});
