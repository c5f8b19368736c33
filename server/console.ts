/** The operators' side of the site, put together by hand, a line per domain. */
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/pool.ts';
import { consoleCookies } from './operators/cookies.ts';
import { operatorRoutes } from './operators/operator-routes.ts';
import type { OperatorProvider } from './operators/sign-in.ts';
import { operatorSignInRoutes } from './operators/sign-in-routes.ts';

export interface ConsoleParts {
	db: Database;
	config: Config;
	/** Null: nobody can sign in. */
	operatorProvider: OperatorProvider | null;
}

export function consoleRoutes(app: FastifyInstance, { db, config, operatorProvider }: ConsoleParts): void {
	const house = { app, db, cookies: consoleCookies(config.publicUrl) };
	operatorSignInRoutes({ ...house, config, operatorProvider, ownerEmail: config.operators.ownerEmail });
	operatorRoutes(house);
}
