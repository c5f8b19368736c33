/** The audit trail: its entries, its readers, and its protection from changes. */
import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { suspendFan } from '#contract/operator/accounts.ts';
import { inviteOperator } from '#contract/operator/operators/operators.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { allPages, aColleague, askAs, dataAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
const owner = beforeTests(() => aColleague(site.owner, 'owner'));
const viewer = beforeTests(() => aColleague(site.owner, 'viewer'));
beforeAll(async () => {
	for (let index = 1; index <= 7; index += 1) {
		const body = { email: `guest${index}@team.example`, role: 'viewer', why: `=guest number ${index}` } as const;
		await dataAs(site, owner, inviteOperator, { body });
	}
});

it('says who did what, when and why, and is read page by page without a gap', async () => {
	const entries = await allPages((cursor) =>
		dataAs(site, viewer, getAuditTrail, { query: { limit: 3, cursor, search: 'INVITE' } }),
	);
	expect(entries[0]).toMatchObject({
		operator: { operator_id: owner.operatorId, email: owner.email },
		target_name: 'guest7@team.example',
		action: 'operator.invite',
		before: null,
		after: { email: 'guest7@team.example', role: 'viewer' },
		why: '=guest number 7',
	});
	const seen = entries.map(({ audit_id }) => audit_id);
	expect(seen).toHaveLength(7);
	expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one));
});

it('is found by operator, by target and by day, and a cursor of somebody’s own making is refused', async () => {
	const of = (query: InputOf<typeof getAuditTrail>['query']) => dataAs(site, viewer, getAuditTrail, { query });
	expect((await of({ operator_id: String(viewer.operatorId) })).list).toEqual([]);
	expect((await of({ operator_id: String(owner.operatorId), search: 'number 3' })).list).toHaveLength(1);
	expect((await of({ target: 'invitation:999' })).list).toEqual([]);
	const told = (await of({ search: owner.email })).list;
	expect(told.map(({ operator }) => operator?.email)).toContain(owner.email);
	expect((await of({ from: '2000-01-01', until: '2099-12-31', search: owner.email })).list).toEqual(told);
	for (const days of [{ from: '2099-12-31' }, { until: '2000-01-01' }]) expect((await of(days)).list).toEqual([]);
	const broken = await askAs(site, viewer, getAuditTrail, { query: { cursor: 'WyJ4Il0' } });
	expect(broken.status).toBe(400);
});

it('is found by the fan’s name, and names fans only to those who may read personal data', async () => {
	const { fanId } = await aPerson(site.owner, 'midnight_seat', { earned: 5 });
	const target = `fan:${fanId}`;
	await dataAs(site, owner, suspendFan, { params: { fan_id: fanId }, body: { why: 'many accounts' } });
	const of = async (who: Colleague, query: { search?: string; noun?: string }) =>
		(await dataAs(site, who, getAuditTrail, { query })).list.map((entry) => [entry.target, entry.target_name]);
	expect(await of(owner, { search: 'midnight' })).toEqual([[target, 'midnight_seat']]);
	expect(await of(owner, { noun: 'fan' })).toEqual([[target, 'midnight_seat']]);
	expect(await of(viewer, { search: 'midnight' })).toEqual([]);
	expect(await of(viewer, { search: 'many accounts' })).toEqual([[target, null]]);
	const reads = await dataAs(site, owner, getAuditTrail, { query: { what: 'reads', search: 'audit' } });
	expect(reads.list[0]).toMatchObject({ action: 'fan.list', target: 'audit', after: { fan_ids: [fanId] } });
});

it('cannot be changed by the application, nor by the owner of its tables', async () => {
	for (const text of ['update audit_entry set why = null', 'delete from audit_entry']) {
		await expect(site.db.query({ text })).rejects.toThrow('permission denied');
		await expect(site.owner.query({ text })).rejects.toThrow('append-only');
	}
	await expect(site.owner.query({ text: 'truncate audit_entry' })).rejects.toThrow('append-only');
});
