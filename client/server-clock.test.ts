import { afterEach, expect, it, vi } from 'vitest';

const AT = Date.parse('2026-11-20T12:00:00Z');

afterEach(() => void vi.useRealTimers());

it.each([-400, -1, 1, 2, 400])('tells the server’s time on a device whose clock is %i days off', async (days) => {
	vi.resetModules();
	vi.useFakeTimers({ toFake: ['Date', 'performance'], now: AT + days * 86_400_000 });
	const clock = await import('./server-clock.ts');
	expect(clock.serverSeconds()).toBeNull();
	clock.noteServerTime(Number.NaN);
	expect(clock.presentSeconds()).toBe(Date.now() / 1000);

	// A page that was stored, on a device whose clock was set since.
	clock.noteServerTime(AT + Math.abs(days) * 86_400_000, true);
	clock.noteServerTime(Number.NaN);
	clock.noteServerTime(AT);
	vi.advanceTimersByTime(90_000);
	// Somebody sets the clock of the device, and a cache answers with an old page.
	vi.setSystemTime(AT - days * 86_400_000);
	clock.noteServerTime(AT - 3_600_000);
	expect(clock.serverSeconds()).toBe(AT / 1000 + 90);
	expect(clock.presentSeconds()).toBe(AT / 1000 + 90);
});
