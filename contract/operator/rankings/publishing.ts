/** Publishing a ranking, taking it back, and deleting a draft. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { rankingKey } from '../../values/shapes.ts';
import { version, why } from '../shapes.ts';
import { consoleRanking } from './rankings.ts';

const byKey = z.object({ ranking_key: rankingKey });
const one = z.object({ ranking: consoleRanking });

export const publishRanking = endpoint({
	name: 'publishRanking',
	methods: ['POST'],
	path: '/console/rankings/:ranking_key/publish',
	summary:
		'Publishes a draft that lists artists, as the operator saw it. The ranking opens at its start, which must be in the future',
	access: 'operator:editor',
	stepUp: true,
	params: byKey,
	body: z.object({ version }),
	reply: one,
	problems: ['ranking_not_found', 'ranking_state', 'stale_edit', 'ranking_incomplete', 'period_invalid'],
});

export const unpublishRanking = endpoint({
	name: 'unpublishRanking',
	methods: ['POST'],
	path: '/console/rankings/:ranking_key/unpublish',
	summary: 'Makes a ranking a draft again, before its first vote',
	access: 'operator:editor',
	stepUp: true,
	params: byKey,
	body: z.object({ why }),
	reply: one,
	problems: ['ranking_not_found', 'ranking_state', 'ranking_has_votes'],
});

export const deleteRanking = endpoint({
	name: 'deleteRanking',
	methods: ['DELETE'],
	path: '/console/rankings/:ranking_key',
	summary: 'Deletes a draft that has never opened, with its entries',
	access: 'operator:editor',
	params: byKey,
	reply: z.object({ ranking_key: rankingKey }),
	problems: ['ranking_not_found', 'ranking_state', 'ranking_in_use'],
});
