/** What every answer has to be, whatever was asked. */
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { problems } from '#contract/problems.ts';
import type { FuzzRequest } from './requests.ts';
import type { Known } from './known.ts';

export interface FuzzAnswer {
	status: number;
	type: string;
	text: string;
}

/**
 * The world of the run has no sign-in provider; Stripe may refuse what is nonsense to it; a row may be held for long on a
 * busy machine.
 */
const ALLOWED_ABOVE_500 = new Set(['sign_in_unavailable', 'payment_unavailable', 'busy']);
const MESSAGE_MAX = 300;
/** A shorter text may stand in a message by accident. */
const REPEATED_MIN = 40;

const envelope = z.strictObject({
	code: z.int(),
	message: z.string(),
	data: z.unknown(),
	error: z.optional(z.string()),
});

const endpoints = new Map<string, Endpoint>();
for (const endpoint of [...calls.map((call) => call.endpoint), ...operatorCalls]) {
	for (const method of endpoint.methods) endpoints.set(`${endpoint.name}By${method}`, endpoint);
	endpoints.set(endpoint.name, endpoint);
}

/** What is wrong with the answer; null: nothing. What it tells of ids and keys is remembered. */
export function judge(request: FuzzRequest, { status, type, text }: FuzzAnswer, known: Known): string | null {
	const endpoint = endpoints.get(request.name);
	const isFile = endpoint?.givesFile || endpoint?.events;
	if (status === 0) return `no answer: ${text}`;
	if (status === 200 && isFile) return type.includes('html') ? 'a page instead of a file' : null;
	// The answer of HEAD and of a few methods has no body.
	if (!type.startsWith('application/json')) return `outside the envelope: ${type} ${text.slice(0, 100)}`;
	const read = z.safeParse(envelope, JSON.parse(text));
	if (!read.success) return 'outside the envelope';
	const { code, message, data, error } = read.data;
	if (code !== status) return `the envelope says ${code}`;
	if (status === 200) return judgeReply(endpoint, data, known);
	const problem = Object.entries(problems).find(([slug]) => slug === error)?.[1];
	if (problem?.status !== status) return `${error} is no refusal of ${status}`;
	if (status >= 500 && !ALLOWED_ABOVE_500.has(error ?? '')) return `answers ${status}`;
	if (data !== null) return 'a refusal with data';
	if (message.length > MESSAGE_MAX) return 'a refusal of any length';
	if (sentTexts(request).some((sent) => message.includes(sent))) return 'a refusal that repeats what was sent';
	return null;
}

function judgeReply(endpoint: Endpoint | undefined, data: unknown, known: Known): string | null {
	const read = endpoint && z.safeParse(endpoint.reply, data);
	if (read && !read.success) return `a reply that is none: ${JSON.stringify(read.error.issues[0])}`;
	known.remember(data);
	return null;
}

function sentTexts({ body, path }: FuzzRequest): string[] {
	const texts = [...decodeURIComponent(path).split(/[/?&=]/), ...(body ?? '').split('"')];
	return texts.filter((text) => text.length >= REPEATED_MIN);
}
