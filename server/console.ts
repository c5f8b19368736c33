/** The operators' side of the site, put together by hand, a line per domain. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/pool.ts';
import { fanOperatorRoutes } from './accounts/operator-routes.ts';
import type { Sessions } from './accounts/sessions.ts';
import { artistOperatorRoutes } from './artists/operator-routes.ts';
import { dashboardRoutes } from './dashboard/operator-routes.ts';
import { performAdjustment } from './gems/adjustments.ts';
import { mediaOperatorRoutes } from './media/operator-routes.ts';
import type { MediaStore } from './media/store.ts';
import { newsOperatorRoutes } from './news/operator-routes.ts';
import { approvalRoutes } from './operators/approval-routes.ts';
import { consoleCookies } from './operators/cookies.ts';
import { operatorRoutes } from './operators/operator-routes.ts';
import { performRoleChange } from './operators/operators.ts';
import { passkeyRoutes } from './operators/passkey-routes.ts';
import type { OperatorProvider } from './operators/sign-in.ts';
import { operatorSignInRoutes } from './operators/sign-in-routes.ts';
import type { Boards } from './rankings/boards.ts';
import { performRankingPrice } from './rankings/console/make.ts';
import { rankingOperatorRoutes } from './rankings/operator-routes.ts';
import { performEconomyChange, performRewardChange } from './site/settings.ts';
import { siteOperatorRoutes } from './site/operator-routes.ts';
import { storeOperatorRoutes } from './store/operator-routes.ts';
import { orderOperatorRoutes } from './store/order-routes.ts';
import type { Store } from './store/pay.ts';
import { performGoodsChange } from './store/goods.ts';
import { performRefund } from './store/refunds.ts';
import { performDeed } from './voting/cases/decide.ts';
import { voteOperatorRoutes } from './voting/operator-routes.ts';

export interface ConsoleParts extends Pick<Sessions, 'forgetSession'> {
	db: Database;
	config: Config;
	boards: Boards;
	media: MediaStore;
	store: Store;
	/** Null: nobody can sign in. */
	operatorProvider: OperatorProvider | null;
}

export async function consoleRoutes(
	site: FastifyInstance,
	{ db, config, boards, media, store, operatorProvider, forgetSession }: ConsoleParts,
): Promise<void> {
	// A scope of its own: files are taken here and nowhere else.
	await site.register(async (app) => {
		await app.register(multipart);
		const house = { app, db, cookies: consoleCookies(config.consoleUrl) };
		const { changeBound } = config.operators;
		const { ownerEmail, authTimeRequired } = config.operators;
		operatorSignInRoutes({ ...house, config, operatorProvider, ownerEmail, authTimeRequired });
		operatorRoutes(house);
		passkeyRoutes({ ...house, config });
		rankingOperatorRoutes({ ...house, changeBound });
		dashboardRoutes({ ...house, boards });
		fanOperatorRoutes({ ...house, forgetSession, adjustmentBound: config.operators.adjustmentBound });
		approvalRoutes({
			...house,
			performers: {
				gem_adjustment: performAdjustment,
				refund: performRefund(store),
				vote_void: performDeed('void'),
				vote_restore: performDeed('restore'),
				role_change: performRoleChange,
				goods_change: performGoodsChange,
				economy_change: performEconomyChange,
				reward_change: performRewardChange,
				ranking_price: performRankingPrice,
			},
		});
		voteOperatorRoutes({ ...house, voidBound: config.operators.voidBound });
		artistOperatorRoutes(house);
		newsOperatorRoutes(house);
		siteOperatorRoutes({ ...house, changeBound });
		storeOperatorRoutes({ ...house, changeBound });
		orderOperatorRoutes({ ...house, store, refundBound: config.operators.refundBound });
		mediaOperatorRoutes({ ...house, media });
	});
}
