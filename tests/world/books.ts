/** After every step the books must still balance. */
import { expect } from 'vitest';
import { audit, type AuditReport } from '#server/audit/audit.ts';
import type { Database } from '#server/kernel/database.ts';

export async function expectBooksToBalance(db: Database): Promise<AuditReport> {
	const report = await audit(db);
	expect(report.findings.filter(({ broken }) => broken > 0)).toEqual([]);
	return report;
}
