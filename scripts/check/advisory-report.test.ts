import { expect, it } from 'vitest';
import { judgeAudit } from './advisory-report.ts';

const metadata = { dependencies: { total: 120 } };

it('says that nothing is known where the registry has no such service, and fails', () => {
	const { lines, exitCode } = judgeAudit(JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }));
	expect(exitCode).toBe(2);
	expect(lines).toEqual([expect.stringMatching(/^NOT CHECKED: this package registry has no advisory service.*405/)]);
});

it.each(['Error: no network', '', '{"vulnerabilities":{}}'])('fails where the answer is no report: %s', (output) => {
	expect(judgeAudit(output)).toMatchObject({ exitCode: 2, lines: [expect.stringContaining('NOT CHECKED')] });
});

it('is content if there are none', () => {
	expect(judgeAudit(JSON.stringify({ vulnerabilities: {}, metadata }))).toEqual({
		lines: ['No known advisories in 120 packages.'],
		exitCode: 0,
	});
});

it('names each package with its advisories, and fails', () => {
	const via = [{ title: 'Reads too far', url: 'https://advisories.example/1' }];
	const vulnerabilities = {
		quick: { severity: 'high', range: '<2.0.0', via },
		user: { severity: 'low', range: '*', via: ['quick'] },
	};
	expect(judgeAudit(JSON.stringify({ vulnerabilities, metadata }))).toEqual({
		lines: [
			'high: quick <2.0.0: Reads too far (https://advisories.example/1)',
			'low: user *, through what it depends on',
			'2 of 120 packages have known advisories.',
		],
		exitCode: 1,
	});
});
