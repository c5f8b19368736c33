/**
 * Something is removed while another request is about it, between any two statements of the request. Each of the two gets
 * its result or a refusal that says what became of the thing, and neither waits for the other in a circle. Two removals at
 * once are in twice-at-once.test.ts.
 */
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import * as artists from '#contract/operator/artists.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import * as goods from '#contract/operator/goods.ts';
import * as bulk from '#contract/operator/lists/bulk.ts';
import { removeSavedView, saveView } from '#contract/operator/lists/saved-views.ts';
import * as news from '#contract/operator/news.ts';
import * as operators from '#contract/operator/operators/operators.ts';
import * as passkeys from '#contract/operator/operators/passkeys.ts';
import * as sessions from '#contract/operator/operators/session.ts';
import * as entries from '#contract/operator/rankings/entries.ts';
import * as rankings from '#contract/operator/rankings/rankings.ts';
import * as content from '#contract/operator/site/content.ts';
import { listTranslations, removeTranslation, saveTranslation } from '#contract/operator/translations.ts';
import { openCase, previewCase } from '#contract/operator/voting/cases.ts';
import * as concentration from '#contract/operator/voting/concentration.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { interleave, openInterruptedShop, type Request } from '../../fixtures/interleaved/meanwhile.ts';
import { askAs, dataAs, uploadAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { openWriteDesk, sendWrite, writeOf } from '../../fixtures/operators/writes.ts';
import { dataOf } from '../../fixtures/site/site.ts';

const site = beforeTests(openInterruptedShop);
const desk = beforeTests(() => openWriteDesk(site));

interface Call {
	name: string;
	send: Request;
}

const why = { why: 'it has to be done once' };

const ask = (endpoint: Endpoint, input: object = {}, by: Colleague = desk.owner): Call => ({
	name: endpoint.name,
	send: () => askAs(site, by, endpoint, input as never),
});
const bodyOf = async (endpoint: Endpoint) => (await writeOf(desk, endpoint)).body as object;

function callsOnEntries(params: { ranking_key: string }, artist_id: number): Call[] {
	const entry = { ...params, artist_id };
	const filter = { artist_id };
	const fraud = { reason: 'BOT', statement: 'One program cast them.', incident_url: null, objection_hours: 24 };
	/** A preview and its commit. */
	async function importFile() {
		const path = entries.previewImport.path.replace(':ranking_key', params.ranking_key);
		const file = { name: 'entries.csv', bytes: Buffer.from(`artist_id\n${artist_id}\n`) };
		const previewed = await uploadAs(site, desk.owner, path, file);
		if (previewed.status !== 200) return previewed;
		const { import_id } = dataOf(entries.previewImport, previewed).preview;
		return askAs(site, desk.owner, entries.commitImport, { params: { ...params, import_id } });
	}
	return [
		ask(entries.removeEntry, { params: entry }),
		ask(bulk.unlistArtists, { body: { artist_ids: [artist_id], dry_run: false } }),
		ask(entries.listEntries, { params }),
		ask(entries.addEntries, { params, body: { artist_ids: [artist_id] } }),
		ask(entries.hideEntry, { params: entry, body: { hidden: true, ...why } }),
		{ name: 'commitImport', send: importFile },
		ask(openCase, { body: { ...params, ...fraud, filter } }),
		ask(previewCase, { params, body: { filter } }),
	];
}

/** A removal that a write of the desk prepares, and other calls about the thing. */
interface Removable {
	removal: Endpoint;
	/** The one of the others that removes it too. */
	also?: Endpoint;
	others: (params: Record<string, unknown>, by: Colleague) => Promise<Call[]> | Call[];
}

const removables: Removable[] = [
	{
		removal: rankings.deleteRanking,
		async others(params) {
			const ranking = params as { ranking_key: string };
			const [entry] = (await dataAs(site, desk.owner, entries.listEntries, { params: ranking })).entries;
			const { version } = await dataAs(site, desk.owner, content.readEntryCards, {});
			const card = { main_tab: 'songs', ...ranking, rank_name: 'Songs', background_media_id: null };
			const { unpublishRanking, pauseRanking, resumeRanking, certifyRanking } = rankings;
			return [
				...callsOnEntries(ranking, entry?.artist_id ?? 0),
				ask(rankings.readRanking, { params }),
				ask(rankings.editRanking, { params, body: await bodyOf(rankings.editRanking) }),
				ask(rankings.publishRanking, { params, body: { version: 1 } }),
				...[unpublishRanking, pauseRanking, resumeRanking, certifyRanking].map((call) =>
					ask(call, { params, body: why }),
				),
				ask(entries.exportResults, { params, query: { format: 'json' } }),
				ask(concentration.readConcentration, { params }),
				ask(concentration.listTopFans, { params }),
				ask(concentration.readVoteTimeline, { params }),
				ask(content.setEntryCards, { body: { version, cards: [card] } }),
			];
		},
	},
	{
		removal: entries.removeEntry,
		also: bulk.unlistArtists,
		others(params) {
			const { artist_id, ...ranking } = params as { artist_id: number; ranking_key: string };
			return callsOnEntries(ranking, artist_id).slice(1);
		},
	},
	{
		removal: news.removeCategory,
		async others(params) {
			const article = await writeOf(desk, news.editNews);
			return [
				ask(news.editCategory, { params, body: await bodyOf(news.editCategory) }),
				ask(news.createNews, { body: { ...(await bodyOf(news.createNews)), ...params } }),
				ask(news.editNews, { ...article, body: { ...(article.body as object), ...params } }),
			];
		},
	},
	{
		removal: artists.removeArtist,
		async others(params) {
			const { artist_id } = params;
			const entry = await writeOf(desk, entries.addEntries);
			return [
				ask(artists.readArtist, { params }),
				ask(entries.addEntries, { ...entry, body: { artist_ids: [artist_id] } }),
				ask(listTranslations, { params: { subject: 'artist', subject_id: artist_id } }),
			];
		},
	},
	{
		removal: goods.removeGoods,
		others: async (params) => [
			ask(goods.listGoods),
			ask(goods.editGoods, { params, body: await bodyOf(goods.editGoods) }),
		],
	},
	...content.contents.map(({ list, edit, remove }): Removable => ({
		removal: remove,
		others: async (params) => [ask(list), ask(edit, { params, body: await bodyOf(edit) })],
	})),
	{
		removal: news.endPreviewLink,
		others: (params) => [ask(news.makePreviewLink, { params }), ask(news.readPreviewLink, { params })],
	},
	{
		removal: news.removeNews,
		also: bulk.removeNewsDrafts,
		async others(params) {
			const id = params['news_id'];
			const items = [{ id, version: 1 }];
			const subject = { subject: 'news', subject_id: id };
			const korean = { title: '한 밤', text_raw: '<p>안녕</p>', more: [], version: null };
			return [
				ask(bulk.removeNewsDrafts, { body: { items, dry_run: false } }),
				ask(news.readNews, { params }),
				ask(news.makePreviewLink, { params }),
				ask(news.editNews, { params, body: await bodyOf(news.editNews) }),
				ask(bulk.setNewsHidden, { body: { items, hidden: false, dry_run: false } }),
				ask(listTranslations, { params: subject }),
				ask(saveTranslation, { params: { ...subject, language: 'ko' }, body: korean }),
			];
		},
	},
	{
		removal: removeTranslation,
		async others(params) {
			const body = await bodyOf(saveTranslation);
			return [1, null].map((version) => ask(saveTranslation, { params, body: { ...body, version } }));
		},
	},
	{
		removal: removeSavedView,
		others: async (_, by) => [ask(saveView, { body: await bodyOf(saveView) }, by)],
	},
	{
		removal: passkeys.removePasskey,
		also: passkeys.removePasskeysOf,
		others: (params, by) => [
			ask(passkeys.removePasskeysOf, { params: { operator_id: by.operatorId }, body: why }),
			ask(passkeys.renamePasskey, { params, body: { name: 'Telephone' } }, by),
			ask(passkeys.beginStepUp, {}, by),
		],
	},
	{
		removal: operators.withdrawInvitation,
		async others(params) {
			const { invitations } = await dataAs(site, desk.owner, operators.getOperators, {});
			const email = invitations.find(({ invitation_id: id }) => id === params['invitation_id'])?.email;
			return [ask(operators.inviteOperator, { body: { email, role: 'viewer', ...why } })];
		},
	},
	{
		removal: sessions.endSession,
		also: sessions.endSessionsOf,
		others: async (_, by) => [
			ask(sessions.endSessionsOf, { params: { operator_id: by.operatorId }, body: why }),
			ask(sessions.listSessions, {}, by),
			ask(news.createCategory, { body: await bodyOf(news.createCategory) }, by),
		],
	},
];

async function callsOf({ removal, others }: Removable): Promise<Call[]> {
	const write = await writeOf(desk, removal);
	const removing = { name: removal.name, send: () => sendWrite(site, desk, removal, write) };
	return [removing, ...(await others(write.params ?? {}, write.by ?? desk.owner))];
}

describe.each(removables.map((removable) => [removable.removal.name, removable] as const))('%s', (_, removable) => {
	it.each([
		['comes between two statements of another request', false],
		['has another request between two of its statements', true],
	])('%s', async (__, removalFirst) => {
		const names = (await callsOf(removable)).map(({ name }) => name);
		for (const removal of [0, ...(removable.also ? [names.indexOf(removable.also.name)] : [])]) {
			for (const other of names.keys()) {
				if (other === 0 || other === removal) continue;
				const order = removalFirst ? [removal, other] : [other, removal];
				const pairs = await interleave(site, async () => {
					const calls = await callsOf(removable);
					const [first, second] = order.map((at) => calls[at] as Call) as [Call, Call];
					return { first: first.send, second: second.send };
				});
				const name = `${names[removal]} and ${names[other]}`;
				// An invalid request (400) would not have come far. On a busy machine, a transaction may be ended for its silence (503).
				const faults = pairs.flat().filter(({ status }) => status === 500 || status === 400);
				const texts = faults.map(({ text }) => text);
				const isRemoved = pairs.some((answers) => answers[removalFirst ? 0 : 1].status === 200);
				expect({ name, texts, isRemoved }).toEqual({ name, texts: [], isRemoved: true });
			}
		}
	});
});

it('nobody waited in a circle', async () => expect(await deadlocksIn(site.owner)).toBe(0));

it('every removal of the console is here', () => {
	const here = removables.flatMap(({ removal, also }) => [removal, also]);
	const removals = operatorCalls.filter(({ name }) => /^(?:remove|delete|withdraw|end)[A-Z]/.test(name));
	// The row of a fan stays: see two-devices.test.ts.
	expect(removals.filter((endpoint) => !here.includes(endpoint)).map(({ name }) => name)).toEqual(['deleteFan']);
});
