import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/favorites.ts';
import { serveFan } from '#server/http/serve.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import type { Database } from '#server/kernel/database.ts';
import { addFavorites, readFavorites, removeFavorite } from './favorites.ts';

export function favoriteRoutes(app: FastifyInstance, { db, findCaller }: { db: Database; findCaller: FindCaller }) {
	serveFan(app, findCaller, calls.getFavorites, async ({ caller }) => ({ favorites: await readFavorites(db, caller) }));

	serveFan(app, findCaller, calls.addFavorites, async ({ caller, body }) => ({
		favorites: await addFavorites(db, caller, body.artist_ids, body.first ?? false),
	}));

	serveFan(app, findCaller, calls.removeFavorite, async ({ caller, params }) => ({
		favorites: await removeFavorite(db, caller, params.artist_id),
	}));
}
