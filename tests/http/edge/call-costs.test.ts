/**
 * What each call of the contract reads in the database, over a crowd of fans: rows that plans read, and blocks of 8 kB. Time is
 * not measured. A few fans who repeat one expensive call take all connections from everybody else.
 */
import { expect, it } from 'vitest';
import { hashSecret, newSecret } from '#server/kernel/caller.ts';
import { openApiDocument, operatorsDocument } from '#server/http/openapi/routes.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { aKey } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { targetsOf, type Document, type Target } from '../../fixtures/fuzz/requests.ts';
import { aColleague, aSession } from '../../fixtures/operators/operators.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';
import { costing } from '../../fixtures/statements/costs.ts';
import { plantCrowd } from '../../fixtures/statements/crowd.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const FANS = 5_000;
/** Votes and orders of the fan who asks. */
const MANY = 1_000;
const BUSY = 9;
/** A page of fifty with what belongs to it. A table of fans, or PostgreSQL's list of zones, is more. */
const ROWS_MAX = 600;
const BLOCKS_MAX = 2_000;
/** Calls that read more, and why that is right. Fans' calls among them are bounded by what one fan has done. */
const LARGE: Record<string, string> = {
	getGemLogs: 'lists all moves of 90 days, as the page shows them',
	getMyData: 'a fan’s whole record, a few times a minute',
	exportFanData: 'a fan’s whole record, for an owner',
	getMyTotals: 'adds each vote once, at the first look after it was cast',
	getAuditTrail: 'names of the fans on a page, for operators',
	getDashboard: 'counts of a week, for operators',
	readOrderTotals: 'adds up ten thousand orders at most, for operators',
	readReport: 'counts of two months, for operators',
	exportReport: 'counts of two months, for operators',
	listFans: 'sorts by a column that the operator chose',
	exportCaseVotes: 'a file of all votes of a case',
	openCase: 'marks all votes of a case',
	previewVoid: 'sums all votes of a case',
	readVoteTimeline: 'a point for each quarter of an hour and artist, for operators',
	readConcentration: 'counts votes once, for operators',
	listTopFans: 'counts votes once, for operators',
};

const database = beforeTests(copyDatabase);
const crowd = beforeTests(async () => {
	const { rankingId, artistIds } = await aContest(database.owner, 'crowded');
	const size = { fans: FANS, entries: FANS, many: MANY };
	await plantCrowd(database.owner, { rankingId, artistId: artistIds[0] ?? 0 }, size);
	return costing(database);
});
const shop = beforeTests(() => openShop({ database: { ...database, db: crowd.db }, env: makePushKeys() }));
const content = beforeTests(() => aWholeSite(shop));
const operator = beforeTests(() => aColleague(database.owner, 'owner'));

interface Example {
	name: string;
	in: string;
	required: boolean;
	example?: unknown;
}

/** Streams have no end; the chart that begins one is read by getChart too. */
const isStream = (target: Target) => JSON.stringify(target).includes('text/event-stream');
const targets = [openApiDocument(), operatorsDocument()]
	.flatMap((document) => targetsOf(document as Document))
	.filter((target) => !isStream(target));

/** As the document's examples say, with what there is. @param full with all parameters, not only those that must be there */
async function ask({ method, path, parameters, requestBody }: Target, full: boolean): Promise<number> {
	const known: Record<string, unknown> = {
		ranking_key: content.monthly.key,
		artist_id: content.monthly.artistIds[0],
		goods_id: shop.goods,
		news_id: content.articles[0],
		fan_id: BUSY,
	};
	const examples = parameters as Example[];
	const written = ({ name, example }: Example) => encodeURIComponent(String(known[name] ?? example));
	const inPath = new Map(examples.map((parameter) => [parameter.name, written(parameter)]));
	const query = examples
		.filter((parameter) => parameter.in === 'query' && (full || parameter.required))
		.map((parameter) => `${parameter.name}=${written(parameter)}`);
	const { example } = (requestBody?.content['application/json'] ?? {}) as { example?: object };
	const body =
		example && Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]));
	// The call before may have ended the sessions.
	await database.owner.query({ text: 'delete from operator_session' });
	const token = newSecret();
	await database.owner.query({
		text: `insert into session (token_hash, fan_id, provider, browser_hash, activated_at, expires_at)
			values ($1, $2, 'google', '', lightstick_now(), lightstick_now() + interval '30 days')`,
		values: [hashSecret(token), BUSY],
	});
	const { status } = await shop.ask({
		method: method as 'GET',
		path: `${path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => inPath.get(name) ?? '')}?${query.join('&')}`,
		token,
		headers: {
			cookie: await aSession(database.owner, operator.operatorId, { steppedUp: true }),
			'x-lightstick-console': '1',
			'idempotency-key': aKey(),
		},
		...(body ? { body } : {}),
	});
	return status;
}

const read = new Set<string>();

it.each(targets.map((target) => [target.operationId, target] as const))('%s reads little', async (name, target) => {
	crowd.take();
	for (const full of [false, true]) if ((await ask(target, full)) === 200) read.add(name);
	const dear = crowd.take().filter(({ rows, blocks }) => rows > ROWS_MAX || blocks > BLOCKS_MAX);
	expect(name in LARGE ? [] : dear).toEqual([]);
});

it('nearly all reads answered, so that they were counted', () => {
	const reading = targets.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
	expect(reading.filter((name) => !read.has(name)).length).toBeLessThan(reading.length / 5);
});
