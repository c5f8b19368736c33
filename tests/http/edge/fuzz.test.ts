/**
 * Generates thousands of requests from the API documents, sends them as each role, and checks every response.
 * FUZZ_SEED sets the seed. Inputs that once had a wrong answer are proven where their field is: bad-input, refusals,
 * operators/access and tests/promises/bounds.test.ts.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { openApiDocument, operatorsDocument } from '#server/http/openapi/routes.ts';
import { sql, type Database } from '#server/kernel/database.ts';
import { operatorRole, type OperatorRole } from '#contract/operator/operators/session.ts';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { problems } from '#contract/problems.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { deadlocksIn } from '../../fixtures/database/waiting.ts';
import { randomFrom } from '../../../demo/random.ts';
import { makeRequest, targetsOf, type Document, type FuzzRequest } from '../../fixtures/fuzz/requests.ts';
import { Known } from '../../fixtures/fuzz/known.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { aPerson, type PersonTraits } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

const REQUESTS = 6_000;
const SEED = Number(process.env.FUZZ_SEED || Math.floor(Math.random() * 2 ** 31));
/** At the same time, so that they pass each other. */
const IN_FLIGHT = 12;
/** Fans of each role, who take turns: the limits of an account and of an address are the usual ones. */
const PEOPLE = 12;

interface FuzzAnswer {
	status: number;
	type: string;
	text: string;
}

const known = new Known();
const statuses = new Map<number, number>();
const targets = [openApiDocument(), operatorsDocument()].flatMap((document) => targetsOf(document as Document));
/** Votes are what the site is for; orders have to be made before they can be paid. */
const OFTEN: Record<string, number> = { castVote: 15, createOrder: 4, payOrder: 4, openCase: 4 };
const weighed = targets.flatMap((target) => Array.from({ length: OFTEN[target.operationId] ?? 1 }, () => target));

const shop = beforeTests(() => openShop({ listens: true, env: { TRUST_PROXY: 'loopback', ...makePushKeys() } }));
beforeAll(async () => {
	const { monthly } = await aWholeSite(shop);
	const planted: Record<string, readonly unknown[]> = {
		ranking_key: [monthly.key, monthly.key, 'birthdays', 'october'],
		artist_id: monthly.artistIds,
		goods_id: [shop.goods],
		ticket_number: [1, 2, 30],
		expected_cost: [10, 20, 300],
	};
	for (const moment of ['starts', 'joined_from', 'cast_from'])
		planted[`${moment}_local`] = ['2026-03-01T00:00', '2031-03-01T00:00'];
	for (const moment of ['ends', 'joined_to', 'cast_to']) planted[`${moment}_local`] = ['2031-04-01T00:00'];
	const media = await sql`select media_id from media`.column(shop.owner);
	for (const use of ['', 'pc_', 'cover_', 'avatar_', 'background_']) planted[`${use}media_id`] = media;
	for (const [field, values] of Object.entries(planted)) known.plant(field, values);
});
const cast = beforeTests(() => openCast(shop.owner));

async function send({ method, path, headers, body }: FuzzRequest, proof: Record<string, string>): Promise<FuzzAnswer> {
	try {
		const url = `${shop.address}/api/v1${path}`;
		const response = await fetch(url, { method, headers: { ...headers, ...proof }, redirect: 'manual', body });
		const type = response.headers.get('content-type') ?? '';
		// A stream has no end of its own.
		const isStream = type.startsWith('text/event-stream');
		if (isStream) await response.body?.cancel();
		return { status: response.status, type, text: isStream ? '' : await response.text() };
	} catch (error) {
		return { status: 0, type: '', text: String(error) };
	}
}

const FANS: Record<string, PersonTraits> = {
	fan: { earned: 100_000, purchased: 100_000 },
	'other fan': { earned: 5_000, purchased: 500 },
	unregistered: { registered: false },
	suspended: { earned: 100, suspended: true },
};

async function openCast(owner: Database) {
	let comers = 0;
	const from = (proof: Record<string, string>) => {
		comers += 1;
		return { ...proof, 'x-forwarded-for': `10.${comers >> 16}.${(comers >> 8) & 255}.${comers & 255}` };
	};
	const token = randomBytes(32).toString('base64url');
	const stranger = { authorization: `Bearer ${token}`, cookie: `lightstick-console=${token}` };

	async function newcomer(role: string): Promise<Record<string, string>> {
		const traits = FANS[role];
		if (traits) return from({ authorization: `Bearer ${(await aPerson(owner, role, traits)).token}` });
		if (isOperatorRole(role)) return from({ cookie: (await aColleague(owner, role)).cookie });
		return from(role === 'stranger' ? stranger : {});
	}
	const people = new Map<string, Record<string, string>[]>();
	for (const role of ['anonymous', 'stranger', ...Object.keys(FANS), ...operatorRole.options]) {
		const many = isOperatorRole(role) ? 1 : PEOPLE;
		people.set(role, await Promise.all(Array.from({ length: many }, () => newcomer(role))));
	}
	return {
		/** Headers that authenticate a request as one of this role, from an address of their own. */
		headersOf(role: string) {
			const [next = {}, ...others] = people.get(role) ?? [];
			people.set(role, [...others, next]);
			return next;
		},
		/** Replaces them by somebody new, after a response that their session has ended. */
		async renew(role: string, headers: Record<string, string>) {
			const comer = await newcomer(role);
			people.set(role, people.get(role)?.map((each) => (each === headers ? comer : each)) ?? []);
		},
	};
}

const isOperatorRole = (role: string): role is OperatorRole => operatorRole.options.some((option) => option === role);

/**
 * The site of the run has no sign-in provider; Stripe may refuse what is nonsense to it; a row may be held for long on a
 * busy machine.
 */
const ALLOWED_ABOVE_500 = new Set(['sign_in_unavailable', 'payment_unavailable', 'busy']);
const MESSAGE_MAX = 300;
/** A shorter text may stand in a message by accident. */
const REPEATED_MIN = 40;

const envelope = z.strictObject({
	code: z.int(),
	message: z.string(),
	data: z.unknown(),
	error: z.optional(z.string()),
});

const endpoints = new Map<string, Endpoint>();
for (const endpoint of [...calls.map((call) => call.endpoint), ...operatorCalls]) {
	for (const method of endpoint.methods) endpoints.set(`${endpoint.name}By${method}`, endpoint);
	endpoints.set(endpoint.name, endpoint);
}

/** Returns the fault of a response, or null. Adds the ids and keys that the response contains to `known`. */
function judge(request: FuzzRequest, { status, type, text }: FuzzAnswer): string | null {
	const named = endpoints.get(request.name);
	// Another method may be another call: POST makes a preview link, DELETE ends it.
	const endpoint = named?.methods.some((method) => method === request.method) ? named : undefined;
	const isFile = endpoint?.givesFile || endpoint?.events;
	if (status === 0) return `no answer: ${text}`;
	if (status === 200 && isFile) return type.includes('html') ? 'a page instead of a file' : null;
	// The answer of HEAD and of a few methods has no body.
	if (!type.startsWith('application/json')) return `outside the envelope: ${type} ${text.slice(0, 100)}`;
	const read = z.safeParse(envelope, JSON.parse(text));
	if (!read.success) return 'outside the envelope';
	const { code, message, data, error } = read.data;
	if (code !== status) return `the envelope says ${code}`;
	if (status === 200) {
		const reply = endpoint && z.safeParse(endpoint.reply, data);
		if (reply?.error) return `a reply that is none: ${JSON.stringify(reply.error.issues[0])}`;
		known.remember(data);
		return null;
	}
	const problem = Object.entries(problems).find(([slug]) => slug === error)?.[1];
	if (problem?.status !== status) return `${error} is no refusal of ${status}`;
	if (status >= 500 && !ALLOWED_ABOVE_500.has(error ?? '')) return `answers ${status}`;
	if (data !== null) return 'a refusal with data';
	if (message.length > MESSAGE_MAX) return 'a refusal of any length';
	const texts = [...decodeURIComponent(request.path).split(/[/?&=]/), ...(request.body ?? '').split('"')];
	if (texts.some((sent) => sent.length >= REPEATED_MIN && message.includes(sent)))
		return 'a refusal that repeats what was sent';
	return null;
}

async function faultOf(request: FuzzRequest): Promise<string | null> {
	const headers = cast.headersOf(request.role);
	const answer = await send(request, headers);
	statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
	if (answer.status === 401) await cast.renew(request.role, headers);
	return judge(request, answer);
}

it(
	`answers ${REQUESTS} requests of seed ${SEED} in the envelope, without a fault, and the books balance`,
	{ timeout: 5 * 60_000 },
	async () => {
		const random = randomFrom(String(SEED));
		const faults: { fault: string; request: FuzzRequest }[] = [];
		const pauses = monitorEventLoopDelay({ resolution: 5 });
		pauses.enable();
		let left = REQUESTS;
		let last: FuzzRequest | null = null;
		async function fly(): Promise<void> {
			while (left > 0 && faults.length < 20) {
				left -= 1;
				const request: FuzzRequest =
					last && random.chance(0.1) ? last : makeRequest(random.pick(weighed), known, random);
				last = request;
				const fault = await faultOf(request);
				if (fault) faults.push({ fault, request });
			}
		}
		await Promise.all(Array.from({ length: IN_FLIGHT }, fly));
		pauses.disable();
		const longest = (pauses.max / 1e6).toFixed(0);
		console.log(`seed ${SEED}: longest pause of the event loop ${longest} ms, statuses`, statuses);
		for (const { fault, request } of faults) console.log(fault, JSON.stringify(request).slice(0, 3_000));
		expect(faults.map(({ fault, request }) => `${request.name}: ${fault}`)).toEqual([]);
		// A crowd of honest size: what the limits refuse, nobody has tried.
		expect(statuses.get(429) ?? 0).toBeLessThan(REQUESTS / 100);
		await shop.balances();
		expect(await deadlocksIn(shop.owner)).toBe(0);
	},
);
