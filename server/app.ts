/** Puts the site together by hand, a line per domain. */
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { consoleRoutes } from './console.ts';
import type { SiteFacts } from './facts.ts';
import { openLastKnown } from './db/last-known.ts';
import type { Database } from '#server/kernel/database.ts';
import { accountRoutes } from './accounts/routes.ts';
import { ownNetworkRoutes } from './accounts/sign-on/routes.ts';
import { readSessions } from './accounts/sessions/sessions.ts';
import { artistRoutes } from './artists/routes.ts';
import { checkInRoutes } from './check-in/routes.ts';
import { favoriteRoutes } from './favorites/routes.ts';
import { gemRoutes } from './gems/routes.ts';
import {
	answerClientError,
	readableAddress,
	refuseUnrouted,
	refuseUnknownCalls,
	rememberAddresses,
} from './http/answers.ts';
import { openAhead } from './http/ahead.ts';
import { openAdmission } from './http/limits/admission.ts';
import { openDrain, type Drain, health } from './http/health.ts';
import { addGuards, headersOfAll } from './http/guards.ts';
import { requestIds } from './http/log.ts';
import { SiteServer } from './http/server.ts';
import { openApi } from './http/openapi/routes.ts';
import { trustedPeers } from './http/limits/trusted.ts';
import { serveAuditor } from './pages/auditor.ts';
import { serveConsole } from './pages/console.ts';
import { sendRefusedPage } from './pages/refused.ts';
import { servePages } from './pages/routes.ts';
import { registerMedia } from './media/routes.ts';
import { openAlertChat, openLimits, openPayments, openPush } from './providers.ts';
import { openLogs, openPictures } from './storage.ts';
import { openOperatorProvider, openProviders } from './outside/oidc/open-id.ts';
import { openFailedVotes } from './incidents/make-good/failed-votes.ts';
import { newsRoutes } from './news/routes.ts';
import { pushRoutes } from './push/routes.ts';
import { rankingRoutes } from './rankings/routes.ts';
import { openBoards } from './rankings/charts/boards.ts';
import { openLive } from './rankings/charts/live.ts';
import { raceRoutes } from './rankings/race/routes.ts';
import { openDrawing } from './share/drawing/draw.ts';
import { openSharePictures } from './share/pictures.ts';
import { shareRoutes } from './share/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { openSitePace } from './status/site-pace.ts';
import { statusRoutes } from './status/routes.ts';
import { openStatus } from './status/status.ts';
import { goodsRoutes, orderRoutes, webhookRoutes } from './orders/routes.ts';
import { openLogKeys, openPublicLog } from '#public-log/server/public-log.ts';
import { openEngine } from './voting/engine/engine.ts';
import { votingRoutes } from './voting/routes.ts';

export interface AppDeps {
	config: Config;
	facts: SiteFacts;
	db: Database;
	log: FastifyBaseLogger;
	parts: SharedParts;
	faults?: readonly (() => string | null)[];
	drain?: Drain;
}

export type SharedParts = Awaited<ReturnType<typeof openParts>>;

export const openParts = async ({ config, db, log }: Pick<AppDeps, 'config' | 'db' | 'log'>) => ({
	logKeys: await openLogKeys(config),
	media: openPictures(config),
	push: openPush(config),
	payments: openPayments({ config, db }, log),
	chat: openAlertChat(),
});

const BODY_BYTES_MAX = 64 * 1024;

export async function buildApp({
	config,
	facts,
	db,
	log,
	parts: { logKeys, media, push, payments, chat },
	faults = [],
	drain = openDrain(),
}: AppDeps): Promise<FastifyInstance> {
	const headers = headersOfAll(config);
	const ahead = openAhead(headers, config.consoleUrl === config.publicUrl ? null : new URL(config.publicUrl).host);
	const admission = openAdmission(config, drain);
	const trustsPeer = trustedPeers(config.trustProxy);
	const app = Fastify({
		genReqId: requestIds(),
		serverFactory: (answer) => new SiteServer(ahead.before(answer), { admission, drain }),
		rewriteUrl: readableAddress,
		frameworkErrors: refuseUnrouted,
		clientErrorHandler: answerClientError,
		loggerInstance: log,
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: BODY_BYTES_MAX,
		// A request that arrives while the server closes is answered like any other; its connection ends with it.
		return503OnClosing: false,
		trustProxy: config.trustProxy.length > 0 && trustsPeer,
		routerOptions: { maxParamLength: 128 },
	});
	const methodsOf = rememberAddresses(app);
	const counts = await openLimits(config, log);
	const publicLog = openPublicLog({
		db,
		keys: logKeys,
		names: facts.logs,
		policy: config.voteLog.policy,
		openStore: (generation) => openLogs(config, generation),
	});
	const sessions = readSessions(db, publicLog.withSession);
	await addGuards(app, config, { trustsPeer, counts, sendRefusedPage, recallFan: sessions.recallFan });

	const { findCaller, forgetSession } = sessions;
	const engine = openEngine({ db, config: config.voting, signReceipts: publicLog.signReceipts, log });
	const onAway = (error: unknown) =>
		log.warn({ err: error }, 'the database is away: shared reads are answered from before');
	const pace = openSitePace(db);
	const failedVotes = openFailedVotes({ db, log });
	const known = openLastKnown({ db, onAway });
	const boards = openBoards({ db, onAway });
	const live = openLive(boards);
	drain.onBegin((milliseconds) => live.drain(milliseconds));
	// Streams never end by themselves, and closing waits for what is open.
	app.addHook('preClose', async () => live.close());
	app.addHook('onClose', async () => {
		// The engine may still refuse votes while it closes.
		await engine.close();
		counts?.close();
		await Promise.all([failedVotes.close(), pace.close()]);
	});

	const ownFaults = [media.fault, () => counts?.fault() ?? null];
	const readFaults = () => [...ownFaults, ...faults].map((fault) => fault()).filter((fault) => fault !== null);
	health(app, { db, readFaults, drain });
	app.decorate('gauges', {
		ballotsWaiting: engine.waiting,
		liveListeners: live.listeners,
		securityEvents: app.securityEvents.counts,
		faults: () => readFaults().length,
	});
	accountRoutes(app, { db, config, trustsPeer, providers: openProviders(config.providers), ...sessions });
	await ownNetworkRoutes(app, config.providers.oidc);
	gemRoutes(app, { db, findCaller });
	checkInRoutes(app, { db, findCaller });
	favoriteRoutes(app, { db, findCaller });
	pushRoutes(app, { ...push, db, findCaller, counts });
	goodsRoutes(app, { known });
	orderRoutes(app, { ...payments, findCaller, counts, limits: config.limits });
	webhookRoutes(app, payments);
	votingRoutes(app, {
		db,
		engine,
		ahead,
		sessions,
		pseudonymFor: publicLog.pseudonymFor,
		config: config.voting,
		watch: pace.watch,
		noteFailed: failedVotes.note,
	});
	rankingRoutes(app, { known, boards, live, admission, headersOfAll: headers });
	raceRoutes(app, { known, boards });
	artistRoutes(app, { known, boards });
	siteRoutes(app, { known, boards });
	const readStatus = openStatus({ known, boards, pace });
	statusRoutes(app, readStatus);
	newsRoutes(app, { known, db });
	registerMedia(app, media);
	const share = openSharePictures({ boards, draw: openDrawing(media) });
	shareRoutes(app, { known, share });
	const operatorProvider = openOperatorProvider(config.providers);
	await consoleRoutes(app, { db, config, boards, media, payments, chat, operatorProvider, forgetSession });
	publicLog.serve(app, { known, findCaller });
	refuseUnknownCalls(app, methodsOf);
	openApi(app);
	await serveAuditor(app);
	await serveConsole(app, config);
	await servePages(app, { known, boards, share, config, readStatus, readLogs: publicLog.read });
	return app;
}
