import { afterEach, expect, it, vi } from 'vitest';
import { listenToPush, type PushScope } from './push.ts';

const notice = {
	title: 'Today’s gems are ready',
	body: 'Check in and claim them.',
	url: '/store',
	tag: 'claim_ready 1',
	lang: 'en',
	off: '7.claim_ready.signed',
	off_text: 'Turn these off',
};

afterEach(() => void vi.unstubAllGlobals());

/** A browser's subscription. */
function aSubscription(name: string) {
	const keys = { p256dh: `key of ${name}`, auth: `secret of ${name}` };
	const endpoint = `https://push.example/${name}`;
	return { endpoint, options: {}, toJSON: () => ({ endpoint, keys }) };
}

/** What is asked of a site that answers in this way. */
function listen(statuses: readonly number[]): unknown[] {
	const asked: unknown[] = [];
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		asked.push([url, JSON.parse(init.body as string)]);
		return new Response(null, { status: statuses[asked.length - 1] });
	});
	return asked;
}

/** A worker with the windows that are open; tells what it did. */
function aWorker({ windows = [] as string[] } = {}) {
	const did: string[] = [];
	const listeners = new Map<string, (event: never) => void>();
	const scope: PushScope = {
		addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
		registration: {
			showNotification: async (title, options) => void did.push(`shows ${title}: ${options?.body}`),
			pushManager: { subscribe: async () => aSubscription('made by the worker') as never },
		},
		clients: {
			matchAll: async () =>
				windows.map((url) => ({
					url,
					focus: async () => did.push('focuses'),
					navigate: async (to: string) => did.push(`navigates to ${to}`),
				})),
			openWindow: async (url) => did.push(`opens ${url}`),
		},
		location: { origin: 'https://vote.example' },
	};
	listenToPush(scope);
	async function happen(type: string, event: object): Promise<void> {
		const work: Promise<unknown>[] = [];
		const full = { ...event, waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
		listeners.get(type)?.(full as never);
		await Promise.all(work);
	}
	const click = (action: string, data: object = notice) =>
		happen('notificationclick', { action, notification: { data, close: () => did.push('closes') } });
	const change = (subscriptions: object) => happen('pushsubscriptionchange', subscriptions);
	return { did, click, change, push: (json: () => unknown) => happen('push', { data: { json } }) };
}

it('shows what arrives, and nothing of what it cannot read', async () => {
	const worker = aWorker();
	await worker.push(() => notice);
	await worker.push(() => JSON.parse('no JSON'));
	expect(worker.did).toEqual(['shows Today’s gems are ready: Check in and claim them.']);
});

it('opens the page of a tap, in a window that is open already', async () => {
	const [alone, beside] = [aWorker(), aWorker({ windows: ['https://vote.example/'] })];
	await alone.click('');
	await beside.click('');
	expect(alone.did).toEqual(['closes', 'opens https://vote.example/store']);
	expect(beside.did).toEqual(['closes', 'focuses', 'navigates to https://vote.example/store']);
});

it('never leads to another site', async () => {
	const worker = aWorker();
	await worker.click('', { ...notice, url: 'https://evil.example/' });
	expect(worker.did).toEqual(['closes']);
});

it('turns the kind off by one tap, and offers the page where that fails', async () => {
	const asked = listen([200, 500]);
	const worker = aWorker();
	await worker.click('off');
	await worker.click('off');
	expect(asked[0]).toEqual(['/api/v1/reminders/off', { token: '7.claim_ready.signed' }]);
	expect(worker.did).toEqual(['closes', 'closes', 'opens https://vote.example/my-artist?off=7.claim_ready.signed']);
});

it('tells the site the new address of the device, by the secret of the former one', async () => {
	const asked = listen([200, 200]);
	const { change } = aWorker();
	const [old, next] = [aSubscription('old'), aSubscription('next')];
	const former = { former_endpoint: 'https://push.example/old', former_auth: 'secret of old' };
	await change({ oldSubscription: old, newSubscription: next });
	await change({ oldSubscription: old, newSubscription: null });
	await change({ oldSubscription: null, newSubscription: next });
	await change({});
	expect(asked).toEqual(
		['next', 'made by the worker'].map((name) => {
			const keys = { p256dh: `key of ${name}`, auth: `secret of ${name}` };
			return ['/api/v1/reminders/move', { ...former, endpoint: `https://push.example/${name}`, ...keys }];
		}),
	);
});

it('leaves a change that fails to the next visit', async () => {
	vi.stubGlobal('fetch', async () => Promise.reject(new Error('offline')));
	await aWorker().change({ oldSubscription: aSubscription('old'), newSubscription: aSubscription('next') });
});
