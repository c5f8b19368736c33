/** Reads what `npm audit --json` printed. */
import * as z from 'zod/mini';

const report = z.object({
	vulnerabilities: z.record(
		z.string(),
		z.object({ severity: z.string(), range: z.string(), via: z.array(z.unknown()) }),
	),
	metadata: z.object({ dependencies: z.object({ total: z.number() }) }),
});
const advisory = z.object({ title: z.string(), url: z.string() });
const refusal = z.object({ statusCode: z.number() });

export interface Judgment {
	lines: string[];
	exitCode: 0 | 1 | 2;
}

export function judgeAudit(output: string): Judgment {
	const json = parsed(output);
	const found = z.safeParse(report, json);
	if (!found.success) return { lines: [whyNothing(json)], exitCode: 2 };
	const { vulnerabilities, metadata } = found.data;
	const lines = Object.entries(vulnerabilities).map(([name, { severity, range, via }]) => {
		const advisories = via.flatMap((one) => z.safeParse(advisory, one).data ?? []);
		const titles = advisories.map(({ title, url }) => `${title} (${url})`).join('; ');
		return `${severity}: ${name} ${range}${titles ? `: ${titles}` : ', through what it depends on'}`;
	});
	const { total } = metadata.dependencies;
	if (lines.length === 0) return { lines: [`No known advisories in ${total} packages.`], exitCode: 0 };
	return { lines: [...lines, `${lines.length} of ${total} packages have known advisories.`], exitCode: 1 };
}

function whyNothing(json: unknown): string {
	const refused = z.safeParse(refusal, json);
	const why = refused.success
		? `this package registry has no advisory service (it answered ${refused.data.statusCode})`
		: 'the package registry could not be asked';
	return `NOT CHECKED: ${why}. Nothing is known about advisories. Run this where npm reaches a registry that has the service.`;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
