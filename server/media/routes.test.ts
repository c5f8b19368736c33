/** Pictures that somebody makes up: whom they are refused to, and what they cost the store. */
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { answerErrors } from '#server/http/answers.ts';
import { keepSecurityEvents } from '#server/http/security-events.ts';
import { cached, type MediaStore } from './store.ts';
import { registerMedia } from './routes.ts';

const THERE = 'c'.repeat(32);
const missing = (n: number) => `/media/${n.toString(16).padStart(32, '0')}/96.webp`;

function aMediaSite(isElsewhere: boolean) {
	let asked = 0;
	const store: MediaStore = {
		async list(id) {
			asked += 1;
			return id === THERE ? [{ width: 96, format: 'webp' }] : [];
		},
		async read(id) {
			asked += 1;
			return id === THERE ? Buffer.from('a picture') : null;
		},
		write: async () => undefined,
		remove: async () => undefined,
	};
	const app = Fastify();
	keepSecurityEvents(app);
	answerErrors(app);
	registerMedia(app, isElsewhere ? cached(store, 1_000_000) : store);
	onTestFinished(() => app.close());
	return {
		asked: () => asked,
		ask: async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode,
	};
}

it('are refused to their network, whatever address it takes, before the store is asked, and to nobody else', async () => {
	const { ask, asked } = aMediaSite(true);
	expect(await ask(`/media/${THERE}/96.webp`, '203.0.113.7')).toBe(200);
	const statuses: number[] = [];
	for (let n = 0; n < 400; n += 1) statuses.push(await ask(missing(n), `2001:db8:0:7:${n.toString(16)}::1`));
	expect(new Set(statuses.slice(0, 100))).toEqual(new Set([404]));
	expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(200);
	// Two questions a name.
	expect(asked()).toBeLessThan(400);
	expect(await ask(missing(500), '2001:db8:0:8::1')).toBe(404);
	// What was sent lately comes from memory, to them too.
	expect(await ask(`/media/${THERE}/96.webp`, '2001:db8:0:7::1')).toBe(200);
});

it('cost a disk nothing worth a limit: whoever shares the address sees all pictures', async () => {
	const { ask } = aMediaSite(false);
	for (let n = 0; n < 400; n += 1) expect(await ask(missing(n), '203.0.113.7')).toBe(404);
	expect(await ask(`/media/${THERE}/96.webp`, '203.0.113.7')).toBe(200);
});
