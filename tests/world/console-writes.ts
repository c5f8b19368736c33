/** Every write of the console once: what has to be there before, and what is sent. Keyed by the call's name. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import * as approvals from '#contract/operator/approvals.ts';
import * as artists from '#contract/operator/artists.ts';
import * as birthdays from '#contract/operator/birthdays.ts';
import { previewImport } from '#contract/operator/entries.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import * as fans from '#contract/operator/fans.ts';
import * as news from '#contract/operator/news.ts';
import * as operators from '#contract/operator/operators.ts';
import * as passkeys from '#contract/operator/passkeys.ts';
import * as rankings from '#contract/operator/rankings.ts';
import * as siteCalls from '#contract/operator/site.ts';
import * as store from '#contract/operator/store.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { aCase, aStatement, castVote, hearObjections, ofFans, voidCase } from './cases.ts';
import { aContest, type Contest, type ContestTraits } from './contests.ts';
import { aColleague, dataAs, uploadAs, type Colleague } from './operators.ts';
import { aPasskey, makeFirstPasskey } from './passkey.ts';
import { aPerson } from './people.ts';
import { someGoods, type Shop } from './shop.ts';
import { sessionWrites } from './session-writes.ts';
import { dataOf } from './site.ts';

export interface Write {
	params?: Record<string, unknown>;
	body?: unknown;
	file?: { name: string; bytes: Buffer };
	/** Who does it: an owner where nobody is named. */
	by?: Colleague;
	/** What a job does soon after. */
	after?: () => Promise<void>;
}

export interface WriteDesk {
	writes: Record<string, () => Promise<Write> | Write>;
	owner: Colleague;
}

const why = 'it has to be done once';

/** On a site with payments, whose bound of adjustments is 100 gems. */
export async function openWriteDesk(shop: Shop): Promise<WriteDesk> {
	const owner = await aColleague(shop.owner, 'owner');
	const finance = await aColleague(shop.owner, 'finance');
	const goods = await someGoods(shop);
	const picture = randomBytes(16).toString('hex');
	await shop.owner.query({
		text: 'insert into media (media_id, width, height) values ($1, 10, 10)',
		values: [picture],
	});
	let things = 0;
	/** A key that nothing has yet. */
	const fresh = (word: string) => `${word}-${(things += 1)}`;
	const ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => dataAs(shop, owner, endpoint, input);
	const aFan = () => aPerson(shop.owner, fresh('fan'), { earned: 100, purchased: 100 });
	const contest = (traits: ContestTraits = {}) => aContest(shop.owner, fresh('contest'), { type: 'theme', ...traits });
	const toCome = () => contest({ startsIn: 5, endsIn: 9 });
	const of = ({ key }: Contest) => ({ ranking_key: key });
	return {
		owner,
		writes: { ...people(), ...sessionWrites(shop), ...contests(), ...cases(), ...content(), ...money(), ...keys() },
	};

	function people(): WriteDesk['writes'] {
		const fan = async (body: object) => ({ params: { fan_id: (await aFan()).fanId }, body: { why, ...body } });
		const invite = () =>
			ask(operators.inviteOperator, { body: { email: `${fresh('guest')}@x.example`, role: 'viewer', why } });
		return {
			suspendFan: () => fan({}),
			logFanOut: () => fan({}),
			deleteFan: () => fan({ gems_are_given_up: true }),
			async restoreFan() {
				const write = await fan({});
				await ask(fans.suspendFan, { params: write.params, body: { why } });
				return write;
			},
			inviteOperator: () => ({ body: { email: 'new@x.example', role: 'viewer', why } }),
			withdrawInvitation: async () => ({ params: { invitation_id: (await invite()).invitation?.invitation_id } }),
			async changeOperator() {
				const { operatorId } = await aColleague(shop.owner, 'viewer');
				return { params: { operator_id: operatorId }, body: { version: 1, role: 'editor', removed: false, why } };
			},
		};
	}

	function keys(): WriteDesk['writes'] {
		const newcomer = () => aColleague(shop.owner, 'finance', { steppedUp: false });
		async function withKey() {
			const by = await newcomer();
			await makeFirstPasskey(shop, by);
			const [made] = (await dataAs(shop, by, passkeys.listPasskeys, {})).passkeys;
			return { by, params: { passkey_id: made?.passkey_id } };
		}
		return {
			beginPasskey: async () => ({ by: await newcomer() }),
			async addPasskey() {
				const by = await newcomer();
				const { options } = await dataAs(shop, by, passkeys.beginPasskey, {});
				return { by, body: { name: 'Laptop', credential: aPasskey().make(options) } };
			},
			renamePasskey: async () => ({ ...(await withKey()), body: { name: 'Telephone' } }),
			removePasskey: withKey,
			async removePasskeysOf() {
				const { by } = await withKey();
				return { params: { operator_id: by.operatorId }, body: { why } };
			},
			beginStepUp: withKey,
			async stepUp() {
				const [by, passkey] = [await newcomer(), aPasskey()];
				const { options } = await dataAs(shop, by, passkeys.beginPasskey, {});
				await dataAs(shop, by, passkeys.addPasskey, { body: { name: 'Laptop', credential: passkey.make(options) } });
				const begun = await dataAs(shop, by, passkeys.beginStepUp, {});
				return { by, body: { credential: passkey.use(begun.options) } };
			},
		};
	}

	function money(): WriteDesk['writes'] {
		const offer = { position: 9, gems: 10, bonus_gems: 0, price_minor: 499, currency: 'USD', media_id: null };
		const fields = { ...offer, withdrawn: false, why };
		async function waiting() {
			const { fanId } = await aFan();
			const body = { earned: 500, purchased: 0, why };
			const asked = await dataAs(shop, finance, fans.adjustGems, { params: { fan_id: fanId }, body });
			const { list } = await ask(approvals.listApprovals, { query: {} });
			const hash = list.find(({ approval_id: id }) => id === asked.approval_id)?.payload_hash;
			return { params: { approval_id: asked.approval_id }, body: { payload_hash: hash, why } };
		}
		return {
			adjustGems: async () => ({ params: { fan_id: (await aFan()).fanId }, body: { earned: 7, purchased: -7, why } }),
			approve: waiting,
			reject: waiting,
			async refundOrder() {
				const { tradeNo } = await shop.fulfilledOrder(await aFan(), goods);
				return { params: { trade_no: tradeNo }, body: { part: 'unspent', amount_minor: 499, why } };
			},
			// Paid, and nobody has told us.
			recheckOrder: async () => ({
				params: { trade_no: (await shop.paidOrder(await aFan(), goods)).tradeNo },
				body: { why },
			}),
			createGoods: () => ({ body: fields }),
			async editGoods() {
				const listed = (await ask(store.createGoods, { body: { ...fields, withdrawn: true } })).goods;
				const id = Math.max(...listed.map(({ goods_id: goodsId }) => goodsId));
				return { params: { goods_id: id }, body: { ...fields, version: 1 } };
			},
			async editEconomy() {
				const { ticket2gem_ratio, currency_name, currency_symbol, version } = (await ask(siteCalls.readSettings, {}))
					.settings;
				return { body: { version, ticket2gem_ratio, currency_name, currency_symbol, why } };
			},
			async editCheckInRewards() {
				const { rewards, version } = (await ask(siteCalls.readCheckInSettings, {})).check_in;
				return { body: { version, rewards, restarts_after_miss: true, why } };
			},
		};
	}

	function contests(): WriteDesk['writes'] {
		const period = { starts_local: '2031-03-01T00:00', ends_local: '2031-04-01T00:00' };
		const cover = { cover_media_id: null, cover_alt: '', cover_link_url: null };
		const rules = { ...period, ...cover, votes_per_fan_max: null, review_hours: 24, title: 'Songs' };
		const creation = () => ({ ranking_key: fresh('made'), ranking_type: 'theme' as const, ...rules });
		async function made(more: { draft?: boolean } = {}): Promise<string> {
			const body = { ...creation(), ...more };
			await ask(rankings.createRanking, { body });
			return body.ranking_key;
		}
		const csv = async () => {
			const name = fresh('Entered');
			await ask(artists.createArtist, { body: anArtist(name) });
			return { name: 'entries.csv', bytes: Buffer.from(`en_name\n${name}\n`) };
		};
		return {
			createRanking: () => ({ body: creation() }),
			async editRanking() {
				const key = await made();
				const { version, gems_per_vote } = (await ask(rankings.readRanking, { params: { ranking_key: key } })).ranking;
				return { params: { ranking_key: key }, body: { ...rules, version, gems_per_vote, title: 'More songs' } };
			},
			async publishRanking() {
				return { params: { ranking_key: await made({ draft: true }) } };
			},
			async cloneLastMonth() {
				await contest({
					type: 'monthly',
					startsAt: new Date('2030-11-30T15:00Z'),
					endsAt: new Date('2030-12-31T15:00Z'),
				});
				return {};
			},
			async makeBirthdayRanking() {
				await shop.owner.query({
					text: `insert into artist (kind, en_name, gender, birthday)
						select 'solo', 'Born ' || month, 1, make_date(2001, month, 9) from generate_series(1, 12) as month`,
				});
				const { proposals } = await ask(birthdays.listBirthdayProposals, {});
				return { params: { month: proposals.find(({ made }) => !made)?.month } };
			},
			pauseRanking: async () => ({ params: of(await contest()), body: { why } }),
			async resumeRanking() {
				const params = of(await contest());
				await ask(rankings.pauseRanking, { params, body: { why } });
				return { params, body: { why } };
			},
			async certifyRanking() {
				const params = of(await contest({ startsIn: -3, endsIn: -0.5 }));
				await closeAndCertify(shop.db);
				return { params, body: { why } };
			},
			async addEntries() {
				const { artist } = await ask(artists.createArtist, { body: anArtist(fresh('New')) });
				return { params: of(await toCome()), body: { artist_ids: [artist.artist_id] } };
			},
			async removeEntry() {
				const ranking = await toCome();
				return { params: { ...of(ranking), artist_id: ranking.artistIds[0] } };
			},
			async hideEntry() {
				const ranking = await contest();
				return { params: { ...of(ranking), artist_id: ranking.artistIds[0] }, body: { hidden: true, why } };
			},
			previewImport: async () => ({ params: of(await toCome()), file: await csv() }),
			async commitImport() {
				const params = of(await toCome());
				const path = previewImport.path.replace(':ranking_key', params.ranking_key);
				const { preview } = dataOf(previewImport, await uploadAs(shop, owner, path, await csv()));
				return { params: { ...params, import_id: preview.import_id } };
			},
		};
	}

	function cases(): WriteDesk['writes'] {
		async function voted() {
			const [ranking, bot] = [await contest(), await aFan()];
			await castVote(shop, bot, ranking, { tickets: 15 });
			const open = () => aCase(shop, owner, ranking.key, { filter: ofFans(bot) });
			return { ranking, filter: ofFans(bot), open };
		}
		const after = () => workOnCases(shop.db);
		return {
			previewCase: async () => voted().then(({ ranking, filter }) => ({ params: of(ranking), body: { filter } })),
			async openCase() {
				const { ranking, filter } = await voted();
				const words = { reason: 'BOT', statement: aStatement, incident_url: null, objection_hours: 24 };
				return { body: { ...of(ranking), ...words, filter } };
			},
			async dropCase() {
				const { case_id } = await (await voted()).open();
				return { params: { case_id }, body: { why } };
			},
			async voidCase() {
				const { case_id } = await (await voted()).open();
				await hearObjections(shop.owner, case_id);
				return { params: { case_id }, body: { why }, after };
			},
			async restoreCase() {
				const { case_id } = await (await voted()).open();
				await voidCase(shop, owner, case_id);
				return { params: { case_id }, body: { fan_id: null, why }, after };
			},
		};
	}

	function content(): WriteDesk['writes'] {
		const pictures = { media_id: picture, pc_media_id: picture };
		const words = { alt: 'A stage', hidden: false };
		const link = { link_url: null, ...words };
		const banner = { position: 1, ...pictures, ...link, new_window: false, starts_local: null, ends_local: null };
		const popUp = { media_id: picture, ...link, starts_local: '2031-03-01T00:00', ends_local: '2031-04-01T00:00' };
		const category = () => ({ name: 'Articles', key: fresh('category'), position: 1 });
		const aCategory = async () => {
			const made = category();
			const { categories } = await ask(news.createCategory, { body: made });
			return { category_id: categories.find(({ key }) => key === made.key)?.category_id ?? 0 };
		};
		const piece = async () => ({
			...{
				...(await aCategory()),
				title: 'A new stage',
				cover_media_id: null,
				cover_alt: '',
				content_raw: '<p>Hello</p>',
			},
			...{ publish_local: '2026-01-01T09:00', hidden: false },
		});
		return {
			createArtist: () => ({ body: anArtist(fresh('Artist')) }),
			async editArtist() {
				const { artist } = await ask(artists.createArtist, { body: anArtist(fresh('Artist')) });
				return { params: { artist_id: artist.artist_id }, body: { ...anArtist('Renamed'), version: artist.version } };
			},
			createCategory: () => ({ body: category() }),
			editCategory: async () => ({ params: await aCategory(), body: { ...category(), version: 1 } }),
			removeCategory: async () => ({ params: await aCategory() }),
			createNews: async () => ({ body: await piece() }),
			async editNews() {
				const body = await piece();
				const made = (await ask(news.createNews, { body })).news;
				return { params: { news_id: made.news_id }, body: { ...body, version: made.version } };
			},
			previewHtml: () => ({ body: { raw: '<p>Hello</p>' } }),
			async uploadPicture() {
				const image = sharp({ create: { width: 30, height: 30, channels: 3, background: '#204060' } });
				return { file: { name: 'picture.png', bytes: await image.png().toBuffer() } };
			},
			createBanner: () => ({ body: banner }),
			async editBanner() {
				const { banners } = await ask(siteCalls.createBanner, { body: banner });
				return { params: { banner_id: banners[0]?.banner_id }, body: { ...banner, version: 1 } };
			},
			createPopUp: () => ({ body: popUp }),
			async editPopUp() {
				const made = (await ask(siteCalls.createPopUp, { body: popUp })).pop_ups;
				return { params: { pop_up_id: made[0]?.pop_up_id }, body: { ...popUp, version: 1 } };
			},
			createView: () => ({ body: { view_id: fresh('view'), ...pictures, ...words } }),
			async editView() {
				const id = fresh('view');
				await ask(siteCalls.createView, { body: { view_id: id, ...pictures, ...words } });
				return { params: { view_id: id }, body: { ...pictures, ...words, version: 1 } };
			},
			setEntryCards: async () => ({ body: { version: (await ask(siteCalls.readEntryCards, {})).version, cards: [] } }),
			async editSettings() {
				const { settings } = await ask(siteCalls.readSettings, {});
				const { version, product, contact_mail, social_links, timezone, timezone_name } = settings;
				return { body: { version, product, contact_mail, social_links, timezone, timezone_name, why } };
			},
			async editCheckInRule() {
				const { version } = (await ask(siteCalls.readCheckInSettings, {})).check_in;
				return { body: { version, rule_raw: '<p>Once a day</p>' } };
			},
		};
	}
}

const anArtist = (name: string): InputOf<typeof artists.createArtist>['body'] => ({
	...{ kind: 'group', en_name: name, native_name: null, native_lang: null, sub_title: null, nationality: 'KR' },
	...{ gender: null, birthday: null, fan_color: '#aabbcc', avatar_media_id: null, description_raw: '', hidden: false },
});
