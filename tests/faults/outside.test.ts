/**
 * Each service that the site stands on or calls, with each fault of networks and servers: calls are answered with a
 * sentence and in time, health says so, no connection stays open, and everything comes back by itself. Most of that is waiting:
 * each fault has a site of its own, and all go on at once.
 */
import dns from 'node:dns';
import { afterAll, beforeAll, describe, it, type ExpectStatic } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { sql } from '#server/kernel/database.ts';
import { within } from '#server/kernel/within.ts';
import { newSecret } from '#server/kernel/caller.ts';
import { storeImage } from '#server/media/media.ts';
import { googleProvider } from '#server/outside/oidc/open-id.ts';
import { openWebPush } from '#server/outside/web-push/web-push.ts';
import { openPictures } from '#server/storage.ts';
import { startPushEmulator, type RunningPush } from '../fixtures/push/emulator.ts';
import { makePushKeys } from '../../scripts/lib/push-keys.ts';
import { isInstalled } from '../../testkit/installed.ts';
import { startOddProvider, type OddProvider } from '../fixtures/accounts/odd-provider.ts';
import { aKey, aPerson } from '../fixtures/accounts/people.ts';
import { beforeTests } from '../fixtures/before-tests.ts';
import { copyDatabase } from '../fixtures/database/database.ts';
import { serverOf } from '../fixtures/database/database-line.ts';
import type { Certificates, FaultyLine } from '../fixtures/http/faulty-line.ts';
import { FAULTS, FAULTS_OF_HTTP, makeCertificates, openFaultyLine, ownNames } from '../fixtures/http/faulty-line.ts';
import { openShop, type Shop } from '../fixtures/orders/shop.ts';
import { aTinyRedis } from '../fixtures/processes/tiny-redis.ts';
import { startS3Emulator } from '../fixtures/s3/emulator.ts';
import { photo } from '../fixtures/site/photo.ts';
import { openSite, type Answer, type Ask, type Site } from '../fixtures/site/site.ts';
import { aContest } from '../fixtures/voting/contests.ts';

/** A proxy in front waits a little longer (deploy/nginx). */
const ANSWERED_MS = 30_000;
/** What a client keeps for a connection that nobody answers. */
const LET_GO = { timeout: 40_000, interval: 50 };
const BACK = { timeout: 30_000, interval: 250 };
/** A few answers of the largest size that is read whole, and what sockets hold besides. */
const SENT_BYTES_MAX = 512 * 1024 * 1024;

const isOpensslThere = await isInstalled('openssl');
if (!isOpensslThere) console.log('openssl is not installed here, so no service has a certificate');

const answered = <Value>(work: Promise<Value>) => within(work, ANSWERED_MS);
const askIn = (site: Site, request: Ask) => answered(site.ask(request));
const healthOf = async (site: Site) =>
	(await answered(site.app.inject('/readyz').then((reply) => reply))).json<{ faults: string[]; degraded: string[] }>();
/** A refusal that the fan can read, and that says that another time may do. */
const told = ({ status, body, text }: Answer) =>
	status === 503 && body.error !== 'internal' && body.message.length > 10 ? 'told' : `${status} ${text.slice(0, 200)}`;

async function expectLetGo(expect: ExpectStatic, ...lines: FaultyLine[]): Promise<void> {
	for (const line of lines) line.fail(null);
	await expect.poll(() => lines.map((line) => line.held()), LET_GO).toEqual(lines.map(() => 0));
	for (const line of lines) expect(line.sent()).toBeLessThan(SENT_BYTES_MAX);
}

let lookUp: () => void;
beforeAll(() => void (lookUp = ownNames()));
afterAll(() => lookUp());
const certificates = isOpensslThere ? beforeTests(makeCertificates) : ({} as Certificates);

describe.runIf(isOpensslThere).concurrent.for(FAULTS)('the database that %s', (fault) => {
	const database = beforeTests(copyDatabase);
	const line = beforeTests(() => openFaultyLine(() => serverOf(database.url), certificates, { greets: true }));
	const db = beforeTests(async () => {
		const url = new URL(database.url);
		for (const name of ['host', 'sslmode']) url.searchParams.delete(name);
		url.host = line.host;
		url.searchParams.set('sslmode', 'verify-full');
		url.searchParams.set('sslrootcert', certificates.file);
		return openDatabase(url.href, { max: 4 });
	});
	const site = beforeTests(() => openSite({ database: { ...database, db, drop: async () => undefined } }));
	const contest = beforeTests(() => aContest(database.owner, 'november'));
	const fan = beforeTests(() => aPerson(database.owner, 'a voter', { earned: 10_000 }));
	const vote = (key: string, isRetry = false): Ask => ({
		path: '/rankings/vote/november',
		token: fan.token,
		body: { artist_id: contest.artistIds[0], ticket_number: 1 },
		headers: { 'idempotency-key': key, ...(isRetry ? { 'idempotency-retry': '1' } : {}) },
	});
	const counted = () => sql`select count(*) from vote`.value<number>(database.owner);

	it('is told to calls and votes, and everything goes on afterwards', async ({ expect, onTestFinished }) => {
		onTestFinished(() => line.fail(null));
		const before = await counted();
		expect((await askIn(site, vote(aKey()))).status).toBe(200);
		line.fail(fault);
		const keys = [aKey(), aKey(), aKey()];
		const calls: Ask[] = [
			{ path: '/user/me', token: fan.token },
			{ path: '/user/me', token: newSecret() },
			{ path: '/checkin/config', token: fan.token },
			{ path: '/orders/create', token: fan.token, body: { goods_id: 1 } },
			{ method: 'PUT', path: '/user/me/language', token: fan.token, body: { language: 'ko' } },
			...keys.map((key) => vote(key)),
		];
		const answers = await Promise.all(calls.map((call) => askIn(site, call)));
		expect(answers.map(told)).toEqual(calls.map(() => 'told'));
		const health = await answered(site.app.inject('/readyz').then((reply) => reply));
		expect([health.statusCode, health.json()]).toMatchObject([503, { faults: ['the database cannot be reached'] }]);
		await expectLetGo(expect, line);

		await expect.poll(async () => (await askIn(site, { path: '/user/me', token: fan.token })).status, BACK).toBe(200);
		await expect.poll(async () => (await healthOf(site)).faults).not.toContain('the database cannot be reached');
		for (const key of keys) {
			await expect.poll(async () => (await askIn(site, vote(key, true))).status, BACK).toBe(200);
			expect((await askIn(site, vote(key, true))).status).toBe(200);
		}
		expect(await counted()).toBe(before + 1 + keys.length);
	});
});

describe.runIf(isOpensslThere).concurrent.for([...FAULTS, ...FAULTS_OF_HTTP])('services whose line %s', (fault) => {
	const at = (origin: string) => ({ host: '127.0.0.1', port: Number(new URL(origin).port) });
	const lineTo = (origin: () => string) => beforeTests(() => openFaultyLine(() => at(origin()), certificates));

	const s3Keys = { accessKeyId: 'key', secretAccessKey: 'a secret of the bucket', bucket: 'pictures' };
	const client = { clientId: 'the-site', clientSecret: 'a-secret-of-the-provider-0123456789' };
	const s3 = beforeTests(() => startS3Emulator(s3Keys));
	const redis = beforeTests(aTinyRedis);
	let odd: OddProvider;
	beforeAll(async () => void (odd = await startOddProvider({ algorithm: 'RS256', ...client })));
	afterAll(() => odd.close());
	let push: RunningPush;
	let pushAt: string;
	beforeAll(async () => {
		push = await startPushEmulator();
		pushAt = push.origin;
	});
	afterAll(() => push.close());
	const [bucketLine, redisLine, signOnLine, pushLine, stripeLine] = [
		lineTo(() => s3.origin),
		lineTo(() => redis.url),
		lineTo(() => odd.at),
		lineTo(() => pushAt),
		lineTo(() => shop.stripe.origin),
	];
	const lines = [bucketLine, redisLine, signOnLine, pushLine, stripeLine];
	const shop: Shop = beforeTests(() =>
		openShop({
			env: {
				MEDIA_S3_BUCKET: s3Keys.bucket,
				MEDIA_S3_ENDPOINT: `https://${bucketLine.host}`,
				MEDIA_S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
				MEDIA_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
				REDIS_URL: `rediss://${redisLine.host}`,
				GOOGLE_ISSUER: `https://${signOnLine.host}`,
				GOOGLE_CLIENT_ID: client.clientId,
				GOOGLE_CLIENT_SECRET: client.clientSecret,
				PUSH_EMULATOR: `https://${pushLine.host}`,
				STRIPE_API_BASE: `https://${stripeLine.host}`,
				...makePushKeys(),
			},
		}),
	);
	const fan = beforeTests(() => aPerson(shop.owner, 'a fan', { earned: 1_000 }));
	let pictures = 0;

	async function aPicture(): Promise<string> {
		const background = { r: (pictures += 1), g: 9, b: 9 };
		return (await storeImage(openPictures(shop.config), await photo(90, 90, background))).mediaId;
	}
	const signIn = () => {
		const provider = googleProvider(shop.config.providers.google ?? { issuer: '', ...client });
		const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
		odd.claims = { sub: 'fan', email: 'fan@mail.example', email_verified: true, nonce: secrets.nonce };
		const back = new URL(`http://localhost:3000/api/v1/login/callback/google?code=c&state=${secrets.state}`);
		return provider.finish(back, secrets);
	};

	beforeAll(() => {
		odd.issuer = `https://${signOnLine.host}`;
		push.origin = `https://${pushLine.host}`;
	});

	it('are missed by their own calls alone, and everything goes on afterwards', async ({ expect, onTestFinished }) => {
		onTestFinished(() => lines.forEach((line) => line.fail(null)));
		const ofHttp = (FAULTS_OF_HTTP as readonly string[]).includes(fault);
		const [before, after] = [await aPicture(), await aPicture()];
		const order = await shop.anOrder(fan);
		const device = push.subscribe();
		const address = { ...device, endpoint: `https://${pushLine.host}${new URL(device.endpoint).pathname}` };
		const keys = shop.config.push;
		// The site's own names lead to public addresses only.
		const provider = keys && openWebPush(keys, { lookup: (...asked) => dns.lookup(...asked) });
		const send = () => provider?.send(address, { text: '{}', keepFor: 60 });
		for (const line of lines) if (!ofHttp || line !== redisLine) line.fail(fault);

		const [picture, login, paying, sent, identity, votes] = await Promise.all([
			answered(shop.app.inject(`/media/${before}/96.webp`).then((reply) => reply)),
			askIn(shop, { path: '/login/sso?sso_type=google&callback_url=http://localhost:3000/login-callback' }),
			answered(shop.pay(fan, order)),
			answered(Promise.resolve(send())),
			answered(signIn().then(String, (error: Error) => error.name)),
			askIn(shop, { path: '/user/me', token: fan.token }),
		]);
		expect([picture.statusCode, picture.json()]).toMatchObject([503, { error: 'pictures_unavailable' }]);
		expect(told(login)).toBe('told');
		expect([told(paying), paying.body.error]).toEqual(['told', 'payment_unavailable']);
		expect(sent).toBe(fault === 'answers something else' ? 'sent' : 'lost');
		expect([identity, votes.status]).toEqual(['ProviderFailure', 200]);
		const degraded = async () => (await healthOf(shop)).degraded.map((words) => String(words.split(' ')[0])).toSorted();
		await expect.poll(degraded).toEqual(ofHttp ? ['the'] : ['Redis', 'the']);
		await expectLetGo(expect, ...lines);

		const shows = async () => (await shop.app.inject(`/media/${after}/96.webp`)).statusCode;
		await expect.poll(shows, BACK).toBe(200);
		await expect.poll(async () => (await shop.pay(fan, order)).status, BACK).toBe(200);
		await expect.poll(() => send(), BACK).toBe('sent');
		await expect.poll(async () => (await signIn()).subject, BACK).toBe('fan');
		await expect.poll(degraded, BACK).toEqual([]);
	});
});
