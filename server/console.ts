/** The operators' side of the site, put together by hand, a line per domain. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import type { Database } from './db/pool.ts';
import { fanOperatorRoutes } from './accounts/operator/routes.ts';
import type { Sessions } from './accounts/sessions/sessions.ts';
import { artistOperatorRoutes } from './artists/operator/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { performAdjustment } from './gems/operator/adjustments.ts';
import { mediaOperatorRoutes } from './media/operator/routes.ts';
import type { MediaStore } from './media/store.ts';
import { newsOperatorRoutes } from './news/operator/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { consoleCookies } from './operators/sessions/cookies.ts';
import { operatorRoutes } from './operators/routes.ts';
import { performRoleChange } from './operators/operators.ts';
import { passkeyRoutes } from './operators/passkeys/routes.ts';
import type { OperatorProvider } from './operators/sessions/sign-in.ts';
import { operatorSignInRoutes } from './operators/sessions/routes.ts';
import type { Boards } from './rankings/charts/boards.ts';
import { performRankingPrice } from './rankings/operator/make.ts';
import { rankingOperatorRoutes } from './rankings/operator/routes.ts';
import { performEconomyChange, performRewardChange } from './site/operator/settings.ts';
import { siteOperatorRoutes } from './site/operator/routes.ts';
import { storeOperatorRoutes } from './goods/operator/routes.ts';
import { orderOperatorRoutes } from './orders/operator/routes.ts';
import type { Store } from './orders/payments/pay.ts';
import { performGoodsChange } from './goods/operator/goods.ts';
import { performRefund } from './orders/refunds/refunds.ts';
import { performDeed } from './voting/operator/cases/decide.ts';
import { voteOperatorRoutes } from './voting/operator/routes.ts';

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
