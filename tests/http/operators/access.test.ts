/** Checks the access of every role to every call of the console. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorCalls } from '#contract/operator/calls.ts';
import { operatorRole, mayUse, type OperatorRole } from '#contract/operator/operators/session.ts';
import type { Endpoint, OperatorAccess } from '#contract/endpoint.ts';
import { problems } from '#contract/problems.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, addressOf, type Colleague } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { rolesOf } from './roles.ts';

let colleagues: Record<OperatorRole, Colleague>;

const site = beforeTests(openSite);
const fan = beforeTests(() => aPerson(site.owner, 'a fan', { earned: 100 }));
beforeAll(async () => {
	const roles = operatorRole.options;
	const made = await Promise.all(roles.map(async (role) => [role, await aColleague(site.owner, role)] as const));
	colleagues = Object.fromEntries(made) as typeof colleagues;
});

const endsTheSession = ['signOut', 'signOutEverywhere'];
const guarded = operatorCalls.filter(({ access }) => access !== 'anyone');

/** Ids of each kind that do not exist. */
const nobody: Record<string, string> = {
	ranking_key: 'nowhere',
	view_id: 'nowhere',
	import_id: '00000000-0000-4000-8000-000000000000',
	pop_up_id: '00000000-0000-4000-8000-000000000000',
	approval_id: '00000000-0000-4000-8000-000000000000',
};

function ask(endpoint: Endpoint, headers: Record<string, string>, token?: string) {
	const params = Object.fromEntries(
		[...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => [name, nobody[name] ?? '999999']),
	);
	const [method] = endpoint.methods;
	return site.ask({
		method,
		path: addressOf(endpoint, params),
		...(token ? { token } : {}),
		...(method === 'GET' ? {} : { body: {} }),
		headers: { 'x-lightstick-console': '1', ...headers },
	});
}

describe.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
	it('answers 401 to strangers and to a fan’s token', async () => {
		for (const answer of [
			await ask(endpoint, {}),
			await ask(endpoint, {}, fan.token),
			await ask(endpoint, { cookie: `lightstick-console=${fan.token}` }),
		]) {
			expect([answer.status, answer.body.error]).toEqual([401, 'sign_in_required']);
		}
	});

	it('lets in exactly the roles it names', async () => {
		for (const role of operatorRole.options) {
			if (endsTheSession.includes(endpoint.name)) continue;
			const answer = await ask(endpoint, { cookie: colleagues[role].cookie });
			const allowed = rolesOf.get(endpoint.name)?.includes(role);
			expect(mayUse(role, endpoint.access as OperatorAccess)).toBe(allowed);
			// A role with access gets a 404 or a validation error instead.
			expect([role, answer.body.error === 'forbidden']).toEqual([role, !allowed]);
			expect(answer.status).not.toBe(401);
			expect(answer.status).toBeLessThan(500);
		}
	});

	it('names refusals that exist, and is written by nobody without the console’s header', async () => {
		for (const slug of endpoint.problems) expect(problems).toHaveProperty(slug);
		if (endpoint.methods[0] === 'GET') return;
		const answer = await ask(endpoint, { cookie: colleagues.owner.cookie, 'x-lightstick-console': '' });
		expect(answer.body.error).toBe('console_header_missing');
	});
});

it('has a row for each call, and knows each call that is written down', async () => {
	expect([...rolesOf.keys()].toSorted()).toEqual(guarded.map(({ name }) => name).toSorted());
	const folder = join(import.meta.dirname, '../../../contract/operator');
	const files = (await readdir(folder, { recursive: true })).filter(
		(name) => name.endsWith('.ts') && name !== 'calls.ts',
	);
	const modules = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<object>));
	const written = modules.flatMap((module) => Object.values(module)).filter((value) => value?.methods && value?.reply);
	expect(new Set(operatorCalls)).toEqual(new Set(written));
});

it('gives viewers every read but who the operators are and where alerts go, and no write but signing out, their own sessions, passkeys, views and marks', () => {
	const writes = guarded.filter(({ methods, access }) => methods[0] !== 'GET' && access === 'operator');
	expect(writes.map(({ name }) => name).toSorted()).toEqual(
		`addPasskey beginPasskey beginStepUp endSession exportArtists markSetup previewHtml removePasskey
		removeSavedView renamePasskey saveView signOut signOutEverywhere stepUp`.split(/\s+/),
	);
	const closed = guarded.filter(({ methods, access }) => methods[0] === 'GET' && access !== 'operator');
	expect(closed.map(({ name }) => name).toSorted()).toEqual(['getOperators', 'readAlerts']);
});
