/** Operators who are signed in, and how they ask. */
import { createHash, randomBytes } from 'node:crypto';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { one, type Database, type Db } from '#server/kernel/database.ts';
import { aKey } from './people.ts';
import { dataOf, type Answer, type Site } from './site.ts';

export interface Colleague {
	operatorId: number;
	email: string;
	role: OperatorRole;
	cookie: string;
}

export interface ColleagueTraits {
	/** False: they have no passkey yet (console-passkeys.test.ts makes and uses some). */
	steppedUp?: boolean;
	/** True: joined at this moment. Otherwise they have been here for long. */
	isNew?: boolean;
}

let colleagues = 0;

/** An operator with a session of this moment, on which a passkey counts as used for as long as a test takes. */
export async function aColleague(
	owner: Database,
	role: OperatorRole,
	{ steppedUp = true, isNew = false }: ColleagueTraits = {},
): Promise<Colleague> {
	colleagues += 1;
	const email = `${role}-${colleagues}@team.example`;
	return owner.transaction(async (tx) => {
		const { operatorId } = await one<{ operatorId: number }>(tx, {
			text: `insert into operator (issuer, subject, email, role, power_since)
				values ('https://idp.example', $1, $1, $2, case when $3 then lightstick_now() else '-infinity' end)
				returning operator_id as "operatorId"`,
			values: [email, role, isNew],
		});
		return { operatorId, email, role, cookie: await aSession(tx, operatorId, { steppedUp }) };
	});
}

/** One more session of theirs: its cookie. */
export async function aSession(owner: Db, operatorId: number, { steppedUp }: { steppedUp: boolean }): Promise<string> {
	const token = randomBytes(32).toString('base64url');
	await owner.query({
		text: `insert into operator_session (token_hash, operator_id, authenticated_at, entered_at, step_up_ends_at)
			values ($1, $2, lightstick_now(), case when $3 then lightstick_now() end,
				case when $3 then lightstick_now() + interval '1 day' end)`,
		values: [createHash('sha256').update(token).digest(), operatorId, steppedUp],
	});
	return `lightstick-console=${token}`;
}

type Input = { params?: unknown; query?: unknown; body?: unknown };

/** Makes a call of the console as this operator does in a browser. */
export function askAs<E extends Endpoint>(
	site: Site,
	colleague: Pick<Colleague, 'cookie'> | null,
	endpoint: E,
	input: InputOf<E>,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const { params = {}, query = {}, body } = input as Input;
	return site.ask({
		method: endpoint.methods[0],
		path: addressOf(endpoint, params as Record<string, unknown>, query as Record<string, unknown>),
		...(body === undefined ? {} : { body }),
		headers: {
			'x-lightstick-console': '1',
			...(colleague ? { cookie: colleague.cookie } : {}),
			...(endpoint.idempotent ? { 'idempotency-key': aKey() } : {}),
			...headers,
		},
	});
}

/** The same where it is to succeed: what it answered, held against the contract. */
export async function dataAs<E extends Endpoint>(
	site: Site,
	colleague: Colleague,
	endpoint: E,
	input: InputOf<E>,
): Promise<ReplyOf<E>> {
	const answer = await askAs(site, colleague, endpoint, input);
	if (answer.status !== 200) throw new Error(`${endpoint.name} answered ${answer.status}: ${answer.text}`);
	return dataOf(endpoint, answer);
}

export function addressOf(endpoint: Endpoint, params: Record<string, unknown>, query: Record<string, unknown> = {}) {
	const path = endpoint.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
	const given = Object.entries(query).filter(([, value]) => value !== undefined);
	const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
	return search ? `${path}?${search}` : path;
}

/** Sends a file as a form does. */
export function uploadAs(
	site: Site,
	colleague: Colleague,
	path: string,
	file: { name: string; bytes: Uint8Array; type?: string },
): Promise<Answer> {
	const boundary = 'a-boundary-of-a-form';
	const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${
		file.type ?? 'application/octet-stream'
	}\r\n\r\n`;
	return site.ask({
		method: 'POST',
		path,
		body: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
		headers: {
			'x-lightstick-console': '1',
			cookie: colleague.cookie,
			'content-type': `multipart/form-data; boundary=${boundary}`,
		},
	});
}

/** What the audit trail says was done to a thing, the latest first. Who read it is not among this. */
export async function trailOf(site: Site, target: string): Promise<Record<string, unknown>[]> {
	return site.owner.query({
		text: `select action, operator_id as "operatorId", before, after, why from audit_entry
			where target = $1 and not coalesce(after ? 'masked', false) order by audit_id desc`,
		values: [target],
	});
}
