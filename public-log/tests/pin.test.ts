/** A device that saw the anchor's key and witnesses before: it follows a change that they announce, and believes no other. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeSince, fingerprintOf, movedPin, provenHash, type Pin, type Sight } from '#public-log/browser/pin.ts';
import { NotPublished, type ReadFile } from '#public-log/browser/read-log.ts';
import { formatVerifierKey, parseVerifierKey } from '#public-log/format/note.ts';
import { parsePolicy, type WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import { readNumbers } from '#public-log/server/anchor/numbers.ts';
import { beginGeneration } from '#public-log/server/generations/begin.ts';
import { openLogKeys, type LogKeys } from '#public-log/server/keys.ts';
import { askWitnesses } from '#public-log/server/witnesses/rounds.ts';
import { openLogWriter } from '#server/storage.ts';
import { openSite, type Site } from '../../tests/fixtures/site/site.ts';
import { publishAnchored } from './fixtures/anchor.ts';
import { logDeps, withKeys } from './fixtures/log.ts';
import { aLogSite } from './fixtures/log-site.ts';
import { startWitness, type TestWitness } from './fixtures/witness.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const site = aLogSite(0, withKeys(first));
let witnesses: TestWitness[];

beforeAll(async () => {
	const { key } = site.deps.keys.signer(site.deps.anchor, null);
	witnesses = await Promise.all(['one', 'two', 'three'].map((name) => startWitness(`${name}.example`, key)));
});
afterAll(() => Promise.all(witnesses.map((witness) => witness.close())));

/** `least` of these witnesses. */
function policyOf(least: number, ...numbers: number[]): WitnessPolicy {
	const of = witnesses.filter((_, number) => numbers.includes(number));
	const lines = of.map(({ policyLine }) => policyLine).join('\r\n');
	return parsePolicy(`# fans\r\n${lines}\ngroup all ${least} ${of.map(({ key }) => key.name).join(' ')}\nquorum all\n`);
}

/** As the site goes on with these witnesses: the anchor grows, and they are asked. */
async function goOn(policy: WitnessPolicy | null): Promise<void> {
	await publishAnchored(site, { ...site.deps, policy }, 'minute');
	await askWitnesses({ ...site.deps, policy, log: { warn: () => undefined } }, () => AbortSignal.timeout(5_000));
}

const anchorWith = async (policy: WitnessPolicy | null) =>
	(await readNumbers(site.db, { ...site.deps, policy })).anchor;
const reading =
	({ app }: Site): ReadFile =>
	async (path) => {
		const { statusCode, rawPayload } = await app.inject(path);
		if (statusCode === 404) throw new NotPublished(path);
		return rawPayload;
	};

async function sightOf(policy: WitnessPolicy | null): Promise<Sight> {
	return { vkey: (await anchorWith(policy)).vkey, policy: policy?.text ?? '' };
}

/** What the device says to these witnesses, which the site shows in this way. */
async function judge(pin: Pin, policy: WitnessPolicy | null, shownBy = policy) {
	const { policy: told } = await anchorWith(shownBy);
	return changeSince(pin, await sightOf(policy), { told: async () => told, read: reading(site) });
}

it('follows witnesses that those from before let in, and warns of others', async () => {
	await goOn(null);
	let pin: Pin = { ...(await sightOf(null)), before: [] };
	expect(await judge(pin, null)).toBe('none');
	const [one, two, other] = [policyOf(1, 0), policyOf(2, 0, 1), policyOf(1, 2)];

	// Before the anchor tells of them, the site shows them to nobody.
	expect((await anchorWith(one)).policy).toBeNull();
	expect(await judge(pin, one)).toBe('witnesses');
	await goOn(one);
	expect(await judge(pin, one)).toBe('explained');
	pin = movedPin(pin, await sightOf(one));
	expect(await judge(pin, one)).toBe('none');

	await goOn(two);
	expect(await judge(pin, two)).toBe('explained');
	// Invented ones, with the proof of the true ones, and with the true ones' text beside it.
	expect(await judge(pin, other, two)).toBe('witnesses');
	const { policy: told } = await anchorWith(two);
	const lying = { told: async () => told && { ...told, text: other.text }, read: reading(site) };
	expect(await changeSince(pin, await sightOf(other), lying)).toBe('witnesses');
	pin = movedPin(pin, await sightOf(two));
	// A page from before the change, in another tab or without a connection.
	expect(await judge(pin, one, two)).toBe('older');

	// The anchor tells of them, but nobody whom the device knows has signed that.
	await goOn(other);
	expect((await anchorWith(other)).policy).not.toBeNull();
	expect(await judge(pin, other)).toBe('witnesses');
	expect(await judge(pin, null)).toBe('witnesses');
	expect(await judge(movedPin(pin, await sightOf(other)), other)).toBe('none');
});

it('proves the hash of the auditor only by a leaf that the anchor holds', async () => {
	const { vkey, policy } = await anchorWith(policyOf(1, 2));
	const key = parseVerifierKey(vkey);
	if (!key || !policy) throw new Error('Nothing is told');
	expect(await provenHash('policy', policy, key)).toMatch(/^[0-9a-f]{64}$/);
	expect(await provenHash('program', policy, key)).toBeNull();
	const leaf = policy.leaf.replace(/^(v1 policy \d+)/, '$10');
	expect(await provenHash('policy', { ...policy, leaf }, key)).toBeNull();
});

it('follows a new key that the one from before announced, and no other', async () => {
	const pin: Pin = { ...(await sightOf(null)), before: [] };
	const publicKey = Buffer.from(parseVerifierKey(pin.vkey)?.publicKey ?? []);
	const configure = withKeys(second, first);
	const config = configure(site.config);
	const keys = await openLogKeys(config);
	const [host] = site.deps.anchor.split('/');
	const shownBy = (of: LogKeys) => ({ vkey: formatVerifierKey(of.signer(`${host}/g2/anchor`, null).key), policy: '' });
	const shown = shownBy(keys);
	// The key was rotated, and the site ran on.
	await publishAnchored(site, { ...site.deps, keys }, 'minute');
	const openStore = (number: number) => openLogWriter(config, number);
	const { publicUrl } = config;
	await beginGeneration({ db: site.owner, publicUrl, keys, openStore }, { revokedKey: publicKey });
	const after = await openSite({ env: { LIGHTSTICK_DATA: site.folder }, configure, database: site });
	const told = async () => null;
	const read = reading(after);
	await publishAnchored(after, { ...(await logDeps(after)), store: openStore(2) }, 'minute');
	expect(await changeSince(pin, shown, { told, read })).toBe('explained');
	const moved = movedPin(pin, shown);
	expect(moved.before).toContain(fingerprintOf(pin.vkey));
	expect(await changeSince(moved, pin, { told, read })).toBe('older');

	const stranger = shownBy(await openLogKeys(withKeys(randomBytes(32))(config)));
	const elsewhere = { vkey: pin.vkey.replace(/^[^/]+/, 'other.example'), policy: '' };
	for (const other of [stranger, elsewhere]) expect(await changeSince(pin, other, { told, read })).toBe('key');
	// The site does not show the anchor that would explain it: all of it, or its end.
	for (const hidden of [/^\/anchor\/checkpoint/, /^\/anchor\/tile\/entries/, /^\/g2\/anchor\/vkey/]) {
		const hiding: ReadFile = async (path) => {
			if (hidden.test(path)) throw new NotPublished(path);
			return read(path);
		};
		expect(await changeSince(pin, shown, { told, read: hiding })).toBe('key');
	}
	await after.close();
});
