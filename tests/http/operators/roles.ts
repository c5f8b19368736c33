/** Roles that may make each call of the console. Repeats the contract on purpose: a change has to be made in both. */
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { contents } from '#contract/operator/site/content.ts';

const all: OperatorRole[] = ['viewer', 'editor', 'finance', 'owner'];

const rows: [OperatorRole[], string][] = [
	[
		all,
		`getOperator readApiDocument signOut listSessions endSession signOutEverywhere listPasskeys beginPasskey addPasskey renamePasskey removePasskey beginStepUp stepUp
		getDashboard readReport exportReport getSetup markSetup getAuditTrail listApprovals listRankings readRanking listBirthdayProposals listEntries exportResults
		listArtists readArtist listNews readNews listCategories previewHtml readEntryCards
		listTranslations readSettings readCheckInSettings listGoods listFans readFan readLedger readFanVotes readFanOrders readFanSessions
		listOrders readOrder readOrderTotals listIncidents searchEverything readConcentration exportVoteDays listTopFans readVoteTimeline listCases readCase
		listCaseVotes previewVoid getCalendar readPreviewLink listVoteLogs listSavedViews saveView removeSavedView exportArtists readDraft`,
	],
	[
		['editor', 'owner'],
		`createRanking editRanking publishRanking unpublishRanking deleteRanking cloneLastMonth makeBirthdayRanking pauseRanking resumeRanking addEntries
		removeEntry hideEntry previewImport commitImport createArtist editArtist createNews editNews createCategory
		editCategory removeCategory setEntryCards
		saveTranslation removeTranslation editSettings editCheckInRule suspendFan restoreFan logFanOut previewCase openCase dropCase
		setArtistsHidden unlistArtists setNewsHidden removeNewsDrafts removeNews removeArtist setFansSuspended makePreviewLink endPreviewLink`,
	],
	[
		['editor', 'finance', 'owner'],
		'uploadPicture openIncident editIncident updateIncident exportFans exportOrders exportCaseVotes keepDraft',
	],
	[
		['finance', 'owner'],
		`adjustGems approve reject refundOrder recheckOrder createGoods editGoods removeGoods editEconomy editCheckInRewards voidCase
		restoreCase previewMakeGood makeGoodFor`,
	],
	[
		['owner'],
		`getOperators inviteOperator withdrawInvitation changeOperator removePasskeysOf endSessionsOf certifyRanking exportAuditTrail
		deleteFan keepFan exportFanData readAlerts editAlerts testAlerts`,
	],
];

/** Calls have their names once `calls.ts` is imported. */
for (const { list, create, edit, remove } of contents) {
	rows.push(
		[all, list.name],
		[['editor', 'owner'], [create, edit, remove].flatMap((call) => call?.name ?? []).join(' ')],
	);
}

/** By the call's name. */
export const rolesOf = new Map(
	rows.flatMap(([roles, names]) => names.split(/\s+/).map((name) => [name, roles] as const)),
);
