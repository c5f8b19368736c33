/** The API documents: what they permit is what the calls take. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { openApiDocument, operatorsDocument } from '#server/http/openapi/routes.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';

interface Operation {
	operationId: string;
	parameters: { name: string; in: string; example: unknown }[];
	requestBody?: { required: boolean; content: Record<string, { example: unknown }> };
	responses: Record<string, { $ref?: string; links?: Record<string, { operationId: string }> }>;
}

interface Document {
	paths: Record<string, Record<string, Operation>>;
	components: { responses: Record<string, object> };
}

const documents: [string, Document, readonly Endpoint[]][] = [
	['fans', openApiDocument() as Document, calls.map(({ endpoint }) => endpoint)],
	['operators', operatorsDocument() as Document, operatorCalls],
];

const operationsOf = ({ paths }: Document): Operation[] => Object.values(paths).flatMap((path) => Object.values(path));

const site = beforeTests(openSite);

describe.each(documents)('the document of %s', (_, document, endpoints) => {
	it('has an example of every input that the call accepts', () => {
		for (const operation of operationsOf(document)) {
			const endpoint = endpoints.find(({ name, methods }) =>
				[name, ...methods.map((method) => `${name}By${method}`)].includes(operation.operationId),
			);
			const given = (place: string) =>
				Object.fromEntries(
					operation.parameters
						.filter(({ in: where }) => where === place)
						.map(({ name, example }) => [name, String(example)]),
				);
			const input = {
				params: given('path'),
				query: given('query'),
				body: operation.requestBody?.content['application/json']?.example,
			};
			for (const part of ['params', 'query', 'body'] as const) {
				const shape = endpoint?.[part];
				const issues = shape ? z.safeParse(shape, input[part]).error?.issues : undefined;
				expect([operation.operationId, part, issues]).toEqual([operation.operationId, part, undefined]);
			}
		}
	});

	it('has every call once, with links to calls and refusals that are there', () => {
		const names = operationsOf(document).map(({ operationId }) => operationId);
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(expect.arrayContaining(endpoints.map(({ name }) => name)));
		for (const { responses } of operationsOf(document)) {
			for (const { $ref, links = {} } of Object.values(responses)) {
				if ($ref) expect(document.components.responses).toHaveProperty([$ref.slice('#/components/responses/'.length)]);
				for (const { operationId } of Object.values(links)) expect(names).toContain(operationId);
			}
		}
	});
});

it('operators read theirs when they are signed in; the fans’ knows nothing of it', async () => {
	const { cookie } = await aColleague(site.owner, 'viewer');
	const answer = await site.app.inject({ url: '/api/v1/console/openapi.json', headers: { cookie } });
	expect([answer.statusCode, answer.json()]).toEqual([200, operatorsDocument()]);
	expect(JSON.stringify(openApiDocument())).not.toContain('/console');
});
