/** The operators' side of the site, put together by hand, a line per domain. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/pool.ts';
import { artistOperatorRoutes } from './artists/operator-routes.ts';
import { diskStore } from './media/disk.ts';
import { mediaOperatorRoutes } from './media/operator-routes.ts';
import { newsOperatorRoutes } from './news/operator-routes.ts';
import { consoleCookies } from './operators/cookies.ts';
import { operatorRoutes } from './operators/operator-routes.ts';
import type { OperatorProvider } from './operators/sign-in.ts';
import { operatorSignInRoutes } from './operators/sign-in-routes.ts';
import { rankingOperatorRoutes } from './rankings/operator-routes.ts';
import { siteOperatorRoutes } from './site/operator-routes.ts';
import { storeOperatorRoutes } from './store/operator-routes.ts';

export interface ConsoleParts {
	db: Database;
	config: Config;
	/** Null: nobody can sign in. */
	operatorProvider: OperatorProvider | null;
}

export async function consoleRoutes(
	site: FastifyInstance,
	{ db, config, operatorProvider }: ConsoleParts,
): Promise<void> {
	// A scope of its own: files are taken here and nowhere else.
	await site.register(async (app) => {
		await app.register(multipart);
		const house = { app, db, cookies: consoleCookies(config.publicUrl) };
		operatorSignInRoutes({ ...house, config, operatorProvider, ownerEmail: config.operators.ownerEmail });
		operatorRoutes(house);
		rankingOperatorRoutes(house);
		artistOperatorRoutes(house);
		newsOperatorRoutes(house);
		siteOperatorRoutes(house);
		storeOperatorRoutes(house);
		mediaOperatorRoutes({ ...house, media: diskStore(config.dataFolder) });
	});
}
