/** Names of time zones: those that all programs agree on are taken, wherever a name can be given. */
import { describe, expect, it } from 'vitest';
import { setReminders } from '#contract/push.ts';
import { editSettings, readSettings } from '#contract/operator/site/settings.ts';
import { readSiteFacts } from '#server/facts.ts';
import { zoneFault } from '#server/kernel/time-zone.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { aColleague, askAs, dataAs } from '../../fixtures/operators/operators.ts';
import { openPushSite } from '../../fixtures/push/push-site.ts';

const site = beforeTests(openPushSite);
const owner = beforeTests(() => aColleague(site.owner, 'owner'));

/** Known to one program, to none, or written in another way. */
const BAD = [
	'Factory',
	'Etc/Unknown',
	'posix/Asia/Seoul',
	'right/UTC',
	'localtime',
	'posixrules',
	'SystemV/PST8',
	'asia/seoul',
	'ASIA/SEOUL',
	'utc',
	'KST',
	'+09:00',
	'-03',
	'UTC+9',
	'<+09>-9',
	'Asia/Seoul ',
	'Foo/Bar',
	'CET',
	'MET',
	'',
];

it('every zone of the runtime is known to the database', async () => {
	const unknown: string[] = [];
	for (const zone of Intl.supportedValuesOf('timeZone')) {
		if ((await zoneFault(site.db, zone)) === 'unknown') unknown.push(zone);
	}
	expect(unknown).toEqual([]);
});

it('a zone in which the database tells another time is told apart', async () => {
	// The winter of a zone as older data have it.
	const older = { query: async () => [0, 1, 2, 3].map(() => ({ to_char: '2026-01-15T12:00' })) } as never;
	expect(await zoneFault(older, 'Africa/Casablanca')).toBe('differs');
});

it.each(['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Japan', 'US/Pacific', 'Etc/GMT+9'])('%s is a zone', async (name) => {
	expect(await zoneFault(site.db, name)).toBeNull();
});

it('every name of the database that is taken can be formatted', async () => {
	const names = await site.owner.query<{ name: string }>({ text: 'select name from pg_timezone_names' });
	for (const name of [...names.map((row) => row.name), ...BAD]) {
		if ((await zoneFault(site.db, name)) !== 'unknown') new Intl.DateTimeFormat('ko', { timeZone: name }).format(0);
	}
	for (const name of BAD) expect([name, await zoneFault(site.db, name)]).toEqual([name, 'unknown']);
});

describe.each(BAD.filter((name) => name !== ''))('%j', (timezone) => {
	it('is refused by the settings, by reminders, and at the start', async () => {
		const { settings } = await dataAs(site, owner, readSettings, {});
		const { version, product, contact_mail, social_links, timezone_name } = settings;
		const body = { version, product, contact_mail, social_links, timezone_name, timezone, why: 'We move' };
		expect((await askAs(site, owner, editSettings, { body })).body.error).toBe('timezone_unknown');

		const fan = await aPerson(site.owner, 'ana');
		const reminders = { vote_opens: true, vote_closes: true, overtaken: true, claim_ready: true };
		const answer = await site.ask({
			method: 'PUT',
			path: setReminders.path,
			token: fan.token,
			body: { ...reminders, timezone, quiet_from: 0, quiet_until: 0 },
		});
		expect(answer.body.error).toBe('timezone_unknown');

		await site.owner.query({ text: 'update site_setting set timezone = $1', values: [timezone] });
		await expect(readSiteFacts(site.db, { publicUrl: 'http://localhost' })).rejects.toThrow('time zone');
		await site.owner.query({ text: `update site_setting set timezone = 'Asia/Seoul'` });
	});
});
