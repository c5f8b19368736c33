/** The auditor against the golden anchor, and against every way to tamper with it. */
import { expect, it } from 'vitest';
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import { hex, utf8 } from '#public-log/format/bytes.ts';
import { sha256 } from '#public-log/format/sha256.ts';
import { parsePolicy } from '#public-log/format/witness/witness-policy.ts';
import { anchorBytes, anchorFiles, ANCHOR_SIGNER, POLICY } from '../../tests/fixtures/golden-anchor.ts';
import { checkpointOf, sourceOf, type LogFiles } from '../../tests/fixtures/log-files.ts';
import {
	ANCHOR,
	anchorTamperings,
	kept,
	logOf,
	oldLog,
	restoredAnchor,
} from '../../tests/fixtures/tampering/of-anchors.ts';
import { GOLDEN, signed } from '../../tests/fixtures/tampering/tampering.ts';
import type { LogSource } from '../source/source.ts';
import type { Status } from '../checks/findings.ts';
import { linesOfAnchor } from '../print.ts';
import { auditAnchor, type AnchorAudit, type AnchorAuditInput, ANCHOR_CHECK_NAMES } from './audit-anchor.ts';

const older = [1, 5, 9, 13].map((size) => utf8(checkpointOf(ANCHOR.slice(0, size).map(anchorBytes), ANCHOR_SIGNER)));

function auditFiles(files: LogFiles, log = signed(GOLDEN), more: AnchorAuditInput = {}): Promise<AnchorAudit> {
	const input = { key: ANCHOR_SIGNER.key, policy: parsePolicy(POLICY), logs: [sourceOf(log)], ...more };
	return auditAnchor(sourceOf(files), input);
}

const namesOf = ({ checks }: AnchorAudit, status: Status) =>
	checks.filter((check) => check.status === status).map(({ name }) => name);

it('passes every check of the golden anchor', async () => {
	const report = await auditFiles(anchorFiles(ANCHOR), signed(GOLDEN), { older });
	expect(namesOf(report, 'pass')).toEqual(ANCHOR_CHECK_NAMES.filter((name) => name !== 'restored'));
	const outstanding = '950 earned and 500 bought gems outstanding at 2026-12-01T15:01:00Z, by leaf 11';
	const said = ['13 entries. Logs with checkpoints in it: 1', outstanding];
	expect(linesOfAnchor(report)).toEqual(expect.arrayContaining(said));
});

it('says what it could not check alone', async () => {
	const report = await auditFiles(anchorFiles(ANCHOR), undefined, { logs: [], policy: null });
	expect(report.passed).toBe(true);
	expect(namesOf(report, 'skip')).toEqual('logs results restored times voters gems witnesses older'.split(' '));
});

it('tells what a restore dropped, and what it could not check', async () => {
	const auditBeside = (...logs: LogSource[]) =>
		auditFiles(restoredAnchor(650, kept), undefined, { policy: null, logs });
	const both = await auditBeside(oldLog, logOf(kept));
	const [origin, next] = ['vote.example/log/monthly-2026-11', 'vote.example/g2/log/monthly-2026-11'];
	const told = `${origin} ended with 700 entries: 650 of them go on in ${next}, 50 from after 2026-11-20T01:33:36Z were dropped`;
	expect(namesOf(both, 'fail')).toEqual([]);
	expect(both.told[2]).toBe(told);
	const alone = await auditBeside(logOf(kept));
	expect(alone.told[1]).toContain(`50 may have been dropped from after 2026-11-20T01:33:36Z (not checked without`);
	expect(namesOf(alone, 'skip')).toContain('restored');
});

it.each([
	[POLICY, 'The policy given is this one'],
	[`${POLICY}# others\n`, 'The policy given is not this one: ask the site, and who gave it, why'],
])('compares the policy given with the one announced (%#)', async (text, told) => {
	const leaf = { type: 'policy', at: 1_763_602_416, sha256: hex(sha256(utf8(POLICY))) } as const;
	const files = anchorFiles([...ANCHOR, leaf]);
	expect((await auditFiles(files, signed(GOLDEN), { policy: parsePolicy(text) })).told).toContain(told);
});

it('names causes of gems that it does not know', async () => {
	const json = structuredClone((ANCHOR[11] as { json: Supply }).json);
	Object.assign(json.issued, { lottery: { earned: 0, purchased: 0 } });
	const report = await auditFiles(anchorFiles(ANCHOR.with(11, { type: 'supply', json })));
	expect(report.passed).toBe(true);
	expect(report.checks.find(({ name }) => name === 'causes')?.note).toBe('not checked: lottery');
});

it.each(anchorTamperings)('finds $name', async ({ fails, says, files, log, input }) => {
	const report = await auditFiles(files(), log?.(), input);
	expect(namesOf(report, 'fail')).toEqual([fails]);
	expect(report.checks.find(({ name }) => name === fails)?.note).toContain(says);
	expect(linesOfAnchor(report).at(-1)).toBe('The log FAILS.');
});

it('has no check that could be left out: each finds something that no other finds', () => {
	expect(new Set(anchorTamperings.map(({ fails }) => fails))).toEqual(
		new Set(ANCHOR_CHECK_NAMES.filter((name) => name !== 'causes')),
	);
});
