/** A noun is added by one commit of four files, `new-noun.patch`. In a copy of the repository it is tried, and operators use it. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator } from '../../fixtures/browser/console.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const PATCH = join(import.meta.dirname, 'new-noun.patch');
const MINUTES_MAX = 5 * 60_000;
const isCopy = existsSync(join(ROOT, 'console/pages/questions.tsx'));

/** @throws What the program printed. */
async function node(cwd: string, program: string, ...parts: string[]): Promise<void> {
	const { VITEST: _, ...env } = process.env;
	const started = run(process.execPath, [join('node_modules', program), ...parts], { cwd, env, maxBuffer: 2 ** 26 });
	await started.catch((error: { stdout: string; stderr: string }) => {
		throw new Error(`${error.stdout}\n${error.stderr}`.slice(-6_000));
	});
}

if (isCopy) {
	const site = ownBrowserSite();

	it('lists, creates, edits, merges, tells and deletes', async () => {
		const mine = await anOperator(site, 'owner');
		const { page, open, expectAccessible } = mine;
		const question = (of = page) => of.getByRole('textbox', { name: 'Question', exact: true });
		const save = (of = page) => of.getByRole('button', { name: /^Save/ }).first().click();
		await open('/console/questions');
		await page.getByText('No questions yet.').waitFor();
		await page.getByRole('link', { name: 'New question' }).click();
		await question().fill('When does it end?');
		await page.getByLabel('Answer').fill('At midnight.');
		await save();
		await page.getByRole('link', { name: 'When does it end?' }).click();
		await expectAccessible();
		await page.getByLabel('Answer').fill('At noon.');

		const theirs = await anOperator(site, 'editor');
		await theirs.open('/console/questions/1');
		await theirs.page.getByLabel('Answer').fill('At one.');
		await question(theirs.page).fill('When?');
		await save(theirs.page);
		await theirs.page.getByText('Saved', { exact: true }).waitFor();
		await save();
		await page.getByText('Somebody else has changed this too, to: At one.').waitFor();
		expect(await question().inputValue()).toBe('When?');
		await page.getByRole('button', { name: 'Keep mine' }).click();
		await save();
		await page.getByText('Saved', { exact: true }).waitFor();
		const stored = () => site.owner.query({ text: 'select question, answer, version from question' });
		await expect.poll(stored).toEqual([{ question: 'When?', answer: 'At noon.', version: 3 }]);

		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
		await page.getByText('When? has been deleted').waitFor();
		await page.getByText('No questions yet.').waitFor();
		await open('/console/audit');
		const said = page.locator('.audit-sentence');
		for (const verb of ['deleted', 'edited', 'created']) {
			await said
				.filter({ hasText: `${verb} question 1` })
				.first()
				.waitFor();
		}
	});
} else {
	it(
		'takes a noun by a commit of four files, and all that follows from them works',
		async () => {
			const copy = await mkdtemp(join(tmpdir(), 'noun-'));
			try {
				const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT });
				const files = stdout.split('\n').filter((name) => name !== '' && existsSync(join(ROOT, name)));
				for (const name of files) cpSync(join(ROOT, name), join(copy, name));
				await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
				expect((await readFile(PATCH, 'utf8')).match(/^diff --git/gm)).toHaveLength(4);
				await run('git', ['apply', '-C1', PATCH], { cwd: copy });
				await node(copy, 'typescript/bin/tsc', '--noEmit', '-p', '.');
				const operators = ['access', 'approvals'].map((name) => `tests/http/operators/${name}`);
				await node(copy, 'vitest/vitest.mjs', 'run', '--project', 'node', ...operators);
				await node(copy, 'vitest/vitest.mjs', 'run', '--project', 'drills', 'tests/journeys/console/new-noun');
			} finally {
				await rm(copy, { recursive: true });
			}
		},
		MINUTES_MAX,
	);
}
