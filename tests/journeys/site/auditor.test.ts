/** A sceptic with curl and Node: two lines check a ranking of a running site. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeRanking } from '#server/rankings/closing/closing.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { getLog, logDeps, publishAll } from '../../../public-log/tests/fixtures/log.ts';
import { castVote } from '../../fixtures/voting/cases.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

const run = promisify(execFile);
let folder: string;
let site: BrowserSite;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-sceptic-'));
	site = await openBrowserSite({ LIGHTSTICK_DATA: folder });
});
afterAll(async () => {
	await site.close();
	await rm(folder, { recursive: true });
});

it('the site serves the auditor, and it passes the site’s own log', async () => {
	const contest = await aContest(site.owner, 'doubted');
	const fan = await aPerson(site.owner, 'fan', { earned: 1_000 });
	for (const tickets of [1, 2, 3]) await castVote(site, fan, contest, { tickets });
	await closeRanking(site.db, contest.rankingId);
	await publishAll(await logDeps(site));

	const download = await fetch(`${site.url}/audit-log.mjs`);
	expect(Object.fromEntries(download.headers)).toMatchObject({
		'content-type': 'text/javascript; charset=utf-8',
		'cache-control': 'public, max-age=300',
		vary: 'accept-encoding',
	});
	await writeFile(join(folder, 'audit-log.mjs'), await download.text());
	const key = (await getLog(site, contest, 'vkey')).body.trim();
	const args = ['audit-log.mjs', `${site.url}/log/doubted`, '--key', key];
	const { stdout } = await run(process.execPath, args, { cwd: folder, env: {} });
	expect(stdout).toContain('5 entries, 3 votes cast by 1 voters');
	expect(stdout).toContain('The log passes.');

	const known = { 'if-none-match': download.headers.get('etag') ?? '' };
	expect((await fetch(`${site.url}/audit-log.mjs`, { headers: known })).status).toBe(304);
});
