/** Unsaved edits that the server keeps: each operator's own, in their order, for a while, and not without end. */
import { expect, it } from 'vitest';
import { DRAFT_MAX, DRAFTS_MAX, keepDraft, readDraft } from '#contract/operator/drafts.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, askAs, type Colleague, dataAs } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
const editor = beforeTests(() => aColleague(site.owner, 'editor'));

const keep = (form: string, body: string | null, after: number, by: Colleague = editor) =>
	askAs(site, by, keepDraft, { body: { form, body, after } });
const read = async (form: string, by: Colleague = editor) => {
	const { draft } = await dataAs(site, by, readDraft, { query: { form } });
	return draft && [draft.body, draft.seq];
};

it('keeps the latest, and refuses what does not follow it', async () => {
	expect(await read('/news/1')).toBeNull();
	expect((await keep('/news/1', '{"a":1}', 0)).status).toBe(200);
	expect((await keep('/news/1', '{"a":2}', 1)).status).toBe(200);
	// The answer was lost, and it is sent again.
	expect((await keep('/news/1', '{"a":2}', 1)).status).toBe(200);
	const other = await keep('/news/1', '{"a":"another tab"}', 1);
	expect([other.status, other.body.error]).toEqual([409, 'stale_edit']);
	expect(await read('/news/1')).toEqual(['{"a":2}', 3]);
});

it('takes one of two at once', async () => {
	const answers = await Promise.all(['one', 'two', 'three'].map((body) => keep('/at-once', body, 0)));
	expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
});

it('is nobody else’s, and forgotten when it is saved or discarded', async () => {
	await keep('/banners/1', '{}', 0);
	const owner = await aColleague(site.owner, 'owner');
	expect(await read('/banners/1', owner)).toBeNull();
	await keep('/banners/1', null, 0, owner);
	expect(await read('/banners/1')).toEqual(['{}', 1]);
	expect((await keep('/banners/1', null, 1)).status).toBe(200);
	expect(await read('/banners/1')).toBeNull();
});

it('drops the oldest of too many, and all after 30 days', async () => {
	const hoarder = await aColleague(site.owner, 'editor');
	await sql`insert into operator_draft (operator_id, form, body, seq, saved_at)
		select ${hoarder.operatorId}, '/news/' || form, '{}', 1, lightstick_now() - make_interval(mins => ${DRAFTS_MAX} - form)
		from generate_series(0, ${DRAFTS_MAX} - 1) form`.run(site.owner);
	await keep(`/news/${DRAFTS_MAX}`, '{}', 0, hoarder);
	expect(await read('/news/0', hoarder)).toBeNull();
	expect(await read(`/news/${DRAFTS_MAX}`, hoarder)).not.toBeNull();
	await site.owner.query({ text: `update operator_draft set saved_at = saved_at - interval '31 days'` });
	await keep('/late', '{}', 0, editor);
	expect(await read(`/news/${DRAFTS_MAX}`, hoarder)).toBeNull();
});

it('takes no more than it says', async () => {
	expect((await keep('/long', '"'.repeat(DRAFT_MAX), 0)).status).toBe(200);
	expect((await keep('/longer', 'x'.repeat(DRAFT_MAX + 1), 0)).status).toBe(400);
	expect((await keep('<a form>', '{}', 0)).status).toBe(400);
});
