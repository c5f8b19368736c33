import { describe, expect, test } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';

const site = beforeTests(openSiteWithSignOn);

const registration = { email: 'dana@mail.example', name: 'Dana', country: 'KR' };
const path = '/user/complete-registration';

describe('a new fan', () => {
	test('may send the same registration again, but not another one', async () => {
		const { token } = await newFan();
		const first = await site.ask({ path, token, body: registration });
		const again = await site.ask({ path, token, body: { ...registration, name: ' Dana ' } });
		expect(again.body).toEqual(first.body);
		for (const other of [{ name: 'Dan' }, { email: 'dan@mail.example' }, { country: 'JP' }]) {
			const { body } = await site.ask({ path, token, body: { ...registration, ...other } });
			expect(body).toEqual({
				code: 409,
				message: 'Your registration is already complete',
				data: null,
				error: 'already_registered',
			});
		}
	});

	test('registers once, however many times at once', async () => {
		const { token } = await newFan();
		const answers = await Promise.all(
			['One', 'Two', 'Three'].map((name) => site.ask({ path, token, body: { ...registration, name } })),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
	});

	test('gets nowhere else before that', async () => {
		const { token } = await newFan();
		const refusal = { code: 403, error: 'registration_required', message: 'Please complete your registration first' };
		const update = await site.ask({ path: '/user/me/update', token, body: { email: 'a@b.c', name: 'A' } });
		expect(update.body).toMatchObject(refusal);
		expect((await site.ask({ path: '/user/me/gem-logs', token })).body).toMatchObject(refusal);
		expect((await site.ask({ path: '/user/me', token })).status).toBe(200);
		expect((await site.ask({ path: '/user/logout', method: 'POST', token })).status).toBe(200);
	});
});

describe('a registration is refused', () => {
	const tooLong = 'Please use at most 30 characters';
	const unseen = 'Please use visible characters only';
	test.each([
		[{ email: '' }, 'invalid_email', 'Please enter your email'],
		[{ email: '   ' }, 'invalid_email', 'Please enter your email'],
		[{ email: undefined }, 'invalid_email', 'Please enter a valid email address'],
		[{ email: 'dana' }, 'invalid_email', 'Please enter a valid email address'],
		[{ email: 'dana@mail' }, 'invalid_email', 'Please enter a valid email address'],
		[{ email: 'da na@mail.example' }, 'invalid_email', 'Please enter a valid email address'],
		[{ email: `${'d'.repeat(255)}@mail.example` }, 'invalid_email', 'Please enter a valid email address'],
		[{ email: 7 }, 'invalid_email', 'Please enter a valid email address'],
		[{ name: '' }, 'invalid_name', 'Please enter your nickname'],
		[{ name: ' \t ' }, 'invalid_name', 'Please enter your nickname'],
		[{ name: null }, 'invalid_name', 'Please enter your nickname'],
		[{ name: 'n'.repeat(31) }, 'invalid_name', tooLong],
		[{ name: 'Da\u0000na' }, 'invalid_name', unseen],
		[{ name: 'Da\u202ena' }, 'invalid_name', unseen],
		[{ country: '' }, 'invalid_country', 'Please select your country'],
		[{ country: undefined }, 'invalid_country', 'Please select your country'],
		[{ country: 'XX' }, 'invalid_country', 'Please select your country'],
		[{ country: 'kr' }, 'invalid_country', 'Please select your country'],
	])('with %j', async (fault, error, message) => {
		const { token } = await newFan();
		const { body } = await site.ask({ path, token, body: { ...registration, ...fault } });
		expect(body).toEqual({ code: 400, message, data: null, error });
		expect((await site.ask({ path: '/user/me', token })).body.data).toMatchObject({ is_new_user: true });
	});

	test('without a body, without JSON, without a token', async () => {
		const { token } = await newFan();
		expect((await site.ask({ path, method: 'POST', token })).body).toMatchObject({ code: 400 });
		const broken = await site.app.inject({
			method: 'POST',
			url: `/api/v1${path}`,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			payload: '{"email":',
		});
		expect(broken.json()).toMatchObject({ code: 400, error: 'invalid_json' });
		expect((await site.ask({ path, body: registration })).body).toMatchObject({ code: 401, error: 'sign_in_required' });
	});
});

test('a fan who types somebody else’s address is taken, gets nothing by it, and is no hindrance to its owner', async () => {
	const typer = aBrowser(site);
	const typed = await typer.signIn('google', { person: 'somebody-else' });
	const owners = { email: 'owner@lightstick.example', name: 'Not The Owner', country: 'KR' };
	expect((await site.ask({ path, token: typed, body: owners })).status).toBe(200);

	const owner = aBrowser(site);
	const token = await owner.signIn('google', { person: 'owner' });
	expect((await site.ask({ path: '/user/me', token })).body.data).toMatchObject({
		name: 'Hall Keeper',
		is_new_user: true,
	});
	const answer = await site.ask({ path, token, body: { ...owners, name: 'Hall Keeper' } });
	expect(answer.body.data).toMatchObject({ email: owners.email, is_new_user: false });
});

describe('a registered fan', () => {
	test('is told what is wrong with the change', async () => {
		const { token } = await aPerson(site.owner, 'erring');
		const ask = (body: unknown) => site.ask({ path: '/user/me/update', token, body });
		expect((await ask({ email: 'x', name: 'A' })).body).toMatchObject({ code: 400, error: 'invalid_email' });
		expect((await ask({ email: 'x@y.z', name: '' })).body).toMatchObject({ code: 400, error: 'invalid_name' });
	});

	test('has the language of their last visit kept, for notices', async () => {
		const { token } = await aPerson(site.owner, 'polyglot');
		const keep = (language: unknown) =>
			site.ask({ path: '/user/me/language', method: 'PUT', token, body: { language } });
		expect((await keep('th')).body.data).toMatchObject({ language: 'th' });
		expect((await keep('tlh')).status).toBe(400);
		expect((await site.ask({ path: '/user/me', token })).body.data).toMatchObject({ language: 'th' });
	});

	test('who is suspended is told so and can still log out', async () => {
		const { token } = await aPerson(site.owner, 'suspended', { suspended: true });
		expect((await site.ask({ path: '/user/me', token })).body.data).toMatchObject({ suspended: true });
		expect((await site.ask({ path: '/user/logout', method: 'POST', token })).status).toBe(200);
	});
});

let newcomers = 0;

function newFan(): Promise<Person> {
	newcomers += 1;
	return aPerson(site.owner, `newcomer-${newcomers}`, { registered: false });
}
