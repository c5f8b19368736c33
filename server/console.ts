/** The operators' side of the site, put together by hand, a line per domain. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import { fanOperatorRoutes } from './accounts/operator/routes.ts';
import type { Sessions } from './accounts/sessions/sessions.ts';
import { performSuspension } from './accounts/operator/suspensions.ts';
import type { SendToChat } from './alerts/alerts.ts';
import { alertRoutes } from './alerts/routes.ts';
import { createArtistIn, performRename } from './artists/operator/artists.ts';
import { artistOperatorRoutes } from './artists/routes.ts';
import { auditTrailRoutes } from './audit-trail/routes.ts';
import { performRewardChange } from './check-in/operator/check-in.ts';
import { checkInOperatorRoutes } from './check-in/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { ConnectedServices } from './dashboard/sql.ts';
import { performAdjustment } from './gems/operator/adjustments.ts';
import { performMakeGood } from './incidents/make-good/make-good.ts';
import { incidentOperatorRoutes } from './incidents/operator/routes.ts';
import { translationOperatorRoutes } from './languages/operator/routes.ts';
import { mediaOperatorRoutes } from './media/routes.ts';
import type { ConsoleDeps } from './http/console/serve.ts';
import type { MediaStore } from './media/store.ts';
import { newsOperatorRoutes } from './news/operator/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { consoleCookies, operatorSignInRoutes } from './operators/sessions/routes.ts';
import { operatorRoutes, passkeyRoutes, draftRoutes, savedViewRoutes } from './operators/routes.ts';
import { performRoleChange } from './operators/operators.ts';
import { useSession } from './operators/sessions/sql.ts';
import type { OperatorProvider } from './operators/sessions/sign-in.ts';
import type { Boards } from './rankings/charts/boards.ts';
import { performRankingPrice } from './rankings/operator/make.ts';
import { performHiding } from './rankings/operator/entries/entries.ts';
import { performCertification } from './rankings/operator/rankings.ts';
import { rankingOperatorRoutes } from './rankings/operator/routes.ts';
import { performEconomyChange, readGemsPerVoteADayAgo, removeEntryCard } from './site/operator/settings.ts';
import { findFanTargets, readNames } from './search/search.ts';
import { reportRoutes } from './reports/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { siteOperatorRoutes } from './site/routes.ts';
import { goodsOperatorRoutes } from './goods/operator/routes.ts';
import { orderOperatorRoutes } from './orders/operator/routes.ts';
import type { PaymentDeps } from './orders/payments/provider.ts';
import { performGoodsChange } from './goods/operator/goods.ts';
import { performRefund } from './orders/refunds/refunds.ts';
import { voteLogOperatorRoutes } from '#public-log/server/public-log.ts';
import { performDeed } from './voting/operator/cases/decide.ts';
import { voteOperatorRoutes } from './voting/operator/routes.ts';
import { faults } from '#server/kernel/signals/signals.ts';

export interface ConsoleParts extends Pick<Sessions, 'forgetSession'> {
	db: Database;
	config: Config;
	boards: Boards;
	media: MediaStore;
	payments: PaymentDeps;
	chat: SendToChat;
	operatorProvider: OperatorProvider | null;
}

export async function consoleRoutes(
	site: FastifyInstance,
	{ db, config, boards, media, payments, chat, operatorProvider, forgetSession }: ConsoleParts,
): Promise<void> {
	const logFault = (fault: unknown) => site.log.error({ err: (fault as { error: unknown }).error }, 'unexpected error');
	faults.subscribe(logFault);
	site.addHook('onClose', async () => {
		faults.unsubscribe(logFault);
	});
	// A scope of its own: files are taken here and nowhere else.
	await site.register(async (app) => {
		await app.register(multipart);
		const cookies = consoleCookies(config.consoleUrl);
		const { authTimeRequired, changeBound, ownerEmail, passkeysOffered } = config.operators;
		const deps: ConsoleDeps = {
			app,
			db,
			sessionOf: cookies.sessionOf,
			async useSession(tokenHash) {
				const session = await useSession(db, tokenHash);
				const isFree = passkeysOffered && session?.hasPasskey === false;
				return isFree ? { ...session, entered: true, steppedUp: true } : session;
			},
		};
		operatorSignInRoutes({ ...deps, cookies, config, operatorProvider, ownerEmail, authTimeRequired });
		auditTrailRoutes({ ...deps, readNames, findFanTargets });
		operatorRoutes({ ...deps, cookies, config });
		passkeyRoutes({ ...deps, config });
		draftRoutes(deps);
		savedViewRoutes(deps);
		const cards = { removeCard: removeEntryCard };
		rankingOperatorRoutes({ ...deps, changeBound, siteGemsADayAgo: readGemsPerVoteADayAgo, createArtistIn, ...cards });
		dashboardRoutes({ ...deps, boards, services: connectedServices(config) });
		reportRoutes(deps);
		searchRoutes(deps);
		fanOperatorRoutes({ ...deps, forgetSession, adjustmentBound: config.operators.adjustmentBound });
		approvalRoutes({
			...deps,
			performers: {
				gem_adjustment: performAdjustment,
				refund: performRefund(payments),
				vote_void: performDeed('void'),
				vote_restore: performDeed('restore'),
				role_change: performRoleChange,
				goods_change: performGoodsChange,
				economy_change: performEconomyChange,
				reward_change: performRewardChange,
				ranking_price: performRankingPrice,
				make_good: performMakeGood,
				artist_rename: performRename,
				entry_visibility: performHiding,
				early_result: performCertification(cards),
				fan_suspension: performSuspension,
			},
		});
		voteOperatorRoutes({ ...deps, voidBound: config.operators.voidBound });
		incidentOperatorRoutes(deps);
		voteLogOperatorRoutes({ ...deps, publicUrl: config.publicUrl });
		artistOperatorRoutes(deps);
		newsOperatorRoutes(deps);
		translationOperatorRoutes(deps);
		alertRoutes({ ...deps, chat, consoleUrl: config.consoleUrl });
		siteOperatorRoutes({ ...deps, changeBound });
		checkInOperatorRoutes({ ...deps, changeBound });
		goodsOperatorRoutes({ ...deps, changeBound });
		orderOperatorRoutes({ ...deps, payments, refundBound: config.operators.refundBound });
		mediaOperatorRoutes({ ...deps, media });
	});
}

function connectedServices({ providers, payments, push }: Config): ConnectedServices {
	const { google, line, oidc } = providers;
	return {
		sign_on: [google, line, oidc].some((provider) => provider !== null),
		payments: payments !== null,
		push: push !== null,
	};
}
