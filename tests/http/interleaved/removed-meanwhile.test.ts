/**
 * Something is removed while another request is about it, between any two statements of the request. Each of the two gets
 * its result or a refusal that says what became of the thing, and neither waits for the other in a circle. Two removals at
 * once are in twice-at-once.test.ts.
 */
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { interleave, openInterruptedShop, type Request } from '../../fixtures/interleaved/meanwhile.ts';
import { openWriteDesk, sendWrite, writeOf } from '../../fixtures/operators/writes.ts';
import { beforeTests, dataOf, type Operator } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const site = beforeTests(openInterruptedShop);
const desk = beforeTests(() => openWriteDesk(site));

interface Call {
	name: string;
	/** Prepares it. */
	make: () => Request | Promise<Request>;
}

const why = { why: 'it has to be done once' };

/** What it needs is made when its turn comes. */
const ask = (endpoint: Endpoint, input: object | (() => Promise<object>) = {}, by: Operator = desk.owner): Call => ({
	name: endpoint.name,
	async make() {
		const made = typeof input === 'function' ? await input() : input;
		return () => by.ask(endpoint, made as never);
	},
});
/** The body of the row of a write, changed a little. */
const row =
	(endpoint: Endpoint, params: object = {}, change: object = {}) =>
	async () => {
		const { body } = await writeOf(desk, endpoint);
		return { params, body: { ...(body as object), ...change } };
	};

function callsOnEntries(params: { ranking_key: string }, artist_id: number): Call[] {
	const entry = { ...params, artist_id };
	const filter = { artist_id };
	const fraud = { reason: 'BOT', statement: 'One program cast them.', incident_url: null, objection_hours: 24 };
	/** A preview and its commit. */
	async function importFile() {
		const path = calls.previewImport.path.replace(':ranking_key', params.ranking_key);
		const file = { name: 'entries.csv', bytes: Buffer.from(`artist_id\n${artist_id}\n`) };
		const previewed = await desk.owner.upload(path, file);
		if (previewed.status !== 200) return previewed;
		const { import_id } = dataOf(calls.previewImport, previewed).preview;
		return desk.owner.ask(calls.commitImport, { params: { ...params, import_id } });
	}
	return [
		ask(calls.removeEntry, { params: entry }),
		ask(calls.unlistArtists, { body: { artist_ids: [artist_id], dry_run: false } }),
		ask(calls.listEntries, { params }),
		ask(calls.addEntries, { params, body: { artist_ids: [artist_id] } }),
		ask(calls.hideEntry, { params: entry, body: { hidden: true, ...why } }),
		{ name: 'commitImport', make: () => importFile },
		ask(calls.openCase, { body: { ...params, ...fraud, filter } }),
		ask(calls.previewCase, { params, body: { filter } }),
	];
}

/** A removal that a write of the desk prepares, and other calls about the thing. */
interface Removable {
	removal: Endpoint;
	/** The one of the others that removes it too. */
	also?: Endpoint;
	others: (params: Record<string, unknown>, by: Operator) => Promise<Call[]> | Call[];
}

const removables: Removable[] = [
	{
		removal: calls.deleteRanking,
		async others(params) {
			const ranking = params as { ranking_key: string };
			const [entry] = (await desk.owner.data(calls.listEntries, { params: ranking })).entries;
			const { version } = await desk.owner.data(calls.readEntryCards);
			const card = { main_tab: 'songs', ...ranking, rank_name: 'Songs', background_media_id: null };
			const { unpublishRanking, pauseRanking, resumeRanking, certifyRanking } = calls;
			return [
				...callsOnEntries(ranking, entry?.artist_id ?? 0),
				ask(calls.readRanking, { params }),
				ask(calls.editRanking, row(calls.editRanking, params)),
				ask(calls.publishRanking, { params, body: { version: 1 } }),
				...[unpublishRanking, pauseRanking, resumeRanking, certifyRanking].map((call) =>
					ask(call, { params, body: why }),
				),
				ask(calls.exportResults, { params, query: { format: 'json' } }),
				ask(calls.readConcentration, { params }),
				ask(calls.listTopFans, { params }),
				ask(calls.readVoteTimeline, { params }),
				ask(calls.setEntryCards, { body: { version, cards: [card] } }),
			];
		},
	},
	{
		removal: calls.removeEntry,
		also: calls.unlistArtists,
		others(params) {
			const { artist_id, ...ranking } = params as { artist_id: number; ranking_key: string };
			return callsOnEntries(ranking, artist_id).slice(1);
		},
	},
	{
		removal: calls.removeCategory,
		others: (params) => [
			ask(calls.editCategory, row(calls.editCategory, params)),
			ask(calls.createNews, row(calls.createNews, {}, params)),
			ask(calls.editNews, async () => {
				const article = await writeOf(desk, calls.editNews);
				return { ...article, body: { ...(article.body as object), ...params } };
			}),
		],
	},
	{
		removal: calls.removeArtist,
		others: (params) => [
			ask(calls.readArtist, { params }),
			ask(calls.addEntries, async () => {
				return { ...(await writeOf(desk, calls.addEntries)), body: { artist_ids: [params['artist_id']] } };
			}),
			ask(calls.listTranslations, { params: { subject: 'artist', subject_id: params['artist_id'] } }),
		],
	},
	{
		removal: calls.removeGoods,
		others: (params) => [ask(calls.listGoods), ask(calls.editGoods, row(calls.editGoods, params))],
	},
	...calls.contents.map(({ list, edit, remove }): Removable => ({
		removal: remove,
		others: (params) => [ask(list), ask(edit, row(edit, params))],
	})),
	{
		removal: calls.endPreviewLink,
		others: (params) => [ask(calls.makePreviewLink, { params }), ask(calls.readPreviewLink, { params })],
	},
	{
		removal: calls.removeNews,
		also: calls.removeNewsDrafts,
		others(params) {
			const id = params['news_id'];
			const items = [{ id, version: 1 }];
			const subject = { subject: 'news', subject_id: id };
			const korean = { title: '한 밤', text_raw: '<p>안녕</p>', more: [], version: null };
			return [
				ask(calls.removeNewsDrafts, { body: { items, dry_run: false } }),
				ask(calls.readNews, { params }),
				ask(calls.makePreviewLink, { params }),
				ask(calls.editNews, row(calls.editNews, params)),
				ask(calls.setNewsHidden, { body: { items, hidden: false, dry_run: false } }),
				ask(calls.listTranslations, { params: subject }),
				ask(calls.saveTranslation, { params: { ...subject, language: 'ko' }, body: korean }),
			];
		},
	},
	{
		removal: calls.removeTranslation,
		others: (params) =>
			[1, null].map((version) => ask(calls.saveTranslation, row(calls.saveTranslation, params, { version }))),
	},
	{
		removal: calls.removeSavedView,
		others: (_, by) => [ask(calls.saveView, row(calls.saveView), by)],
	},
	{
		removal: calls.removePasskey,
		also: calls.removePasskeysOf,
		others: (params, by) => [
			ask(calls.removePasskeysOf, { params: { operator_id: by.operatorId }, body: why }),
			ask(calls.renamePasskey, { params, body: { name: 'Telephone' } }, by),
			ask(calls.beginStepUp, {}, by),
		],
	},
	{
		removal: calls.withdrawInvitation,
		async others(params) {
			const { invitations } = await desk.owner.data(calls.getOperators);
			const email = invitations.find(({ invitation_id: id }) => id === params['invitation_id'])?.email;
			return [ask(calls.inviteOperator, { body: { email, role: 'viewer', ...why } })];
		},
	},
	{
		removal: calls.endSession,
		also: calls.endSessionsOf,
		others: (_, by) => [
			ask(calls.endSessionsOf, { params: { operator_id: by.operatorId }, body: why }),
			ask(calls.listSessions, {}, by),
			ask(calls.createCategory, row(calls.createCategory), by),
		],
	},
];

async function callsOf({ removal, others }: Removable): Promise<Call[]> {
	const write = await writeOf(desk, removal);
	const removing: Call = { name: removal.name, make: () => () => sendWrite(desk, removal, write) };
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
					const all = await callsOf(removable);
					const [first, second] = await Promise.all(order.map(async (at) => (all[at] as Call).make()));
					return { first: first as Request, second: second as Request };
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
