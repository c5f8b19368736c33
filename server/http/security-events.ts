/** Logs sign-ins and refusals, counted by kind: the first of a minute by line, all in a summary. Never what was sent. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { problems, type ProblemSlug } from '#contract/problems.ts';

const events = [
	'sign_in',
	'sign_in_failed',
	'operator_sign_in',
	'operator_sign_in_failed',
	'unauthorized',
	'forbidden',
	'console_header_missing',
	'step_up_refused',
	'passkey_refused',
	'rate_limited',
	'webhook_refused',
	'unavailable',
] as const;
export type SecurityEvent = (typeof events)[number];

export type SecurityEvents = ReturnType<typeof securityEvents>;

declare module 'fastify' {
	interface FastifyInstance {
		securityEvents: SecurityEvents;
	}
}

/** Lines of one kind between two summaries. A flood is told by its number. */
const LINES_MAX = 5;
const SUMMARY_EVERY_MS = 60_000;

const kindOfSlug: Partial<Record<ProblemSlug, SecurityEvent>> = {
	sign_in_failed: 'sign_in_failed',
	sign_in_expired: 'sign_in_failed',
	callback_refused: 'sign_in_failed',
	console_header_missing: 'console_header_missing',
	step_up_required: 'step_up_refused',
	passkey_missing: 'step_up_refused',
	sign_in_again: 'step_up_refused',
	sign_in_not_recent: 'step_up_refused',
	passkey_refused: 'passkey_refused',
};
const kindOfStatus: Partial<Record<number, SecurityEvent>> = {
	401: 'unauthorized',
	403: 'forbidden',
	429: 'rate_limited',
	503: 'unavailable',
};

export function securityEvents(log: Pick<FastifyBaseLogger, 'info' | 'warn'>) {
	const none = () => Object.fromEntries(events.map((event) => [event, 0])) as Record<SecurityEvent, number>;
	const total = none();
	let lately = none();
	let warnings = 0;

	function note(event: SecurityEvent, facts: { call?: string; slug?: ProblemSlug; actor?: string } = {}): void {
		total[event] += 1;
		lately[event] += 1;
		if (lately[event] <= LINES_MAX) log.info({ security_event: event, ...facts }, 'security event');
	}

	return {
		note,
		noteProblem(slug: ProblemSlug, call: string | undefined) {
			const event = kindOfSlug[slug] ?? kindOfStatus[problems[slug].status];
			if (event) note(event, { slug, call });
		},
		counts: () => ({ ...total }),
		/** A log that writes the first few warnings of a minute: in an overload each refused request has one, with its stack. */
		limited: (full: Pick<FastifyBaseLogger, 'warn' | 'error'>): typeof full => ({
			error: full.error.bind(full),
			warn: (...line: Parameters<FastifyBaseLogger['warn']>) => {
				warnings += 1;
				if (warnings <= LINES_MAX) full.warn(...line);
			},
		}),
		summarize() {
			const seen = Object.entries(lately).filter(([, count]) => count > 0);
			lately = none();
			warnings = 0;
			if (seen.length > 0)
				log.info({ security_events: Object.fromEntries(seen) }, 'security events of the last minute');
		},
	};
}

export function keepSecurityEvents(app: FastifyInstance): void {
	const kept = securityEvents(app.log);
	app.decorate('securityEvents', kept);
	const timer = setInterval(() => kept.summarize(), SUMMARY_EVERY_MS).unref();
	app.addHook('onClose', async () => {
		clearInterval(timer);
		kept.summarize();
	});
}
