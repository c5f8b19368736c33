/** Traces of votes, as a collector receives them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TraceConfig } from '#server/config/config.ts';
import { requests } from '#server/kernel/signals/signals.ts';
import { startTraces } from '#server/observation/traces.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { serveHttp } from '../../fixtures/http/serve.ts';
import { beforeTests, openSite, type Person } from '../../fixtures/site/site.ts';

const ROUTE = '/api/v1/rankings/vote/:ranking_key';

const site = beforeTests(() => openSite({ listens: true }));
const contest = beforeTests(() => site.contest('november'));
const fans: Person[] = [];
beforeAll(async () => {
	for (const name of ['ida', 'bo', 'cy']) fans.push(await site.fan(name, { earned: 1_000 }));
});

const vote = (fan: Person) => postVote(site.address, contest, fan);

/** Traces what `work` does, and returns what a collector has got of it. */
async function traced(work: () => Promise<unknown>, config: Partial<TraceConfig> = {}) {
	const collector = await openCollector();
	const { endpoint } = collector;
	const traces = await startTraces({ endpoint, ratio: 1, ...config });
	await work();
	await traces.stop();
	await collector.close();
	return collector;
}

const named = (spans: readonly CollectedSpan[], name: string) => spans.filter((span) => span.name === name);
const attribute = ({ attributes }: CollectedSpan, key: string) =>
	Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

describe('a trace', () => {
	it('follows a vote from its request through its batch to the commit', async () => {
		const { spans, bodies } = await traced(() => vote(fans[0] as Person));
		const [request] = named(spans, `POST ${ROUTE}`);
		const [batch] = named(spans, 'vote batch');
		const [commit] = named(spans, 'vote commit');
		expect(attribute(request as CollectedSpan, 'http.response.status_code')).toBe(200);
		expect([batch?.traceId, commit?.traceId]).toEqual([request?.traceId, request?.traceId]);
		expect([batch?.parentSpanId, commit?.parentSpanId]).toEqual([request?.spanId, batch?.spanId]);
		// No account, no address of a visitor, no ranking.
		expect(bodies.join('')).not.toMatch(/ida|november|fans\.example|127\.0\.0\.1/);
	});

	it('of one vote leads to the batch that all of its votes share', async () => {
		const { spans } = await traced(() => Promise.all(fans.map(vote)));
		const votes = named(spans, `POST ${ROUTE}`).map(({ spanId }) => spanId);
		const batches = named(spans, 'vote batch');
		const carried = batches.flatMap(({ parentSpanId, links = [] }) => [
			parentSpanId,
			...links.map((link) => link.spanId),
		]);
		expect(votes).toHaveLength(3);
		expect(carried.map(String).toSorted()).toEqual(votes.map(String).toSorted());
	});

	it('names a call that Fastify answers by its route, and a failed one as failed', async () => {
		await site.owner.query({ text: 'alter table favorite rename to favorite_away' });
		const { spans } = await traced(() => site.ask({ path: '/user/me/favorites', token: (fans[0] as Person).token }));
		await site.owner.query({ text: 'alter table favorite_away rename to favorite' });
		const [request] = spans.filter(({ name }) => name.startsWith('GET /api/'));
		expect([attribute(request as CollectedSpan, 'http.response.status_code'), request?.status.code]).toEqual([500, 2]);
	});

	it('is not begun for a request that is not sampled, nor for its batch', async () => {
		const { spans } = await traced(() => vote(fans[1] as Person), { ratio: 0 });
		expect(spans).toEqual([]);
	});
});

it('without metrics and traces nobody listens, and their libraries are not loaded', async () => {
	expect(requests.hasSubscribers).toBe(false);
	const entry = new URL('../../../server/observation/observation.ts', import.meta.url);
	const loading = `import { registerHooks } from 'node:module';
			registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
			await import('${entry.href}');`;
	const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loading]);
	expect(stdout).toContain('observation.ts');
	expect(stdout.split('\n').filter((file) => /opentelemetry|prom-client/.test(file))).toEqual([]);
});

interface CollectedSpan {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	links?: { spanId: string; traceId: string }[];
	attributes: { key: string; value: Record<string, unknown> }[];
	status: { code: number };
}

async function openCollector() {
	const spans: CollectedSpan[] = [];
	/** All that was sent. */
	const bodies: string[] = [];
	async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await text(request);
		bodies.push(body);
		const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] };
		spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans));
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	}
	const { origin: endpoint, close } = await serveHttp((request, response) => void take(request, response));
	return { endpoint, spans, bodies, close };
}
