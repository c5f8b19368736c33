/** Formatters of local times: they are called while somebody types, so none may throw. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteServerTime } from '#client/server-clock.ts';
import { formatAge, formatMoment } from '#client/time.ts';
import { isLocalTime } from '#contract/values/local-time.ts';
import * as time from './values.ts';

// Other files of this process may have told another time.
noteServerTime(Date.now());

const ZONES = ['Asia/Seoul', 'America/New_York', 'Etc/Unknown', 'Factory', '', '+09:00'];

/** What a date field reports while it is typed in, pasted into, or filled by an extension. */
const typed = fc.oneof(
	fc.string(),
	fc.stringMatching(/^[0-9]{1,6}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$/),
	fc
		.tuple(fc.nat({ max: 300_000 }), fc.nat({ max: 14 }), fc.nat({ max: 33 }), fc.nat({ max: 25 }), fc.nat({ max: 61 }))
		.map(([year, ...rest]) => {
			const [month, day, hour, minute] = rest.map((part) => String(part).padStart(2, '0'));
			return `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
		}),
);

describe('whatever a field holds', () => {
	const formatters = {
		lastDayBefore: time.lastDayBefore,
		localText: time.localText,
		shortDay: time.shortDay,
		minuteBefore: time.minuteBefore,
		dayAfter: time.dayAfter,
	};

	it.each(Object.entries(formatters))('%s returns a text or null', (_, format) => {
		fc.assert(
			fc.property(typed, (text) => {
				const shown = format(text);
				expect(shown === null || (shown !== '' && !/Invalid|NaN|null/.test(shown))).toBe(true);
			}),
		);
	});

	it('a hint is given for a time only', () => {
		fc.assert(
			fc.property(typed, fc.constantFrom(...ZONES), (text, zone) => {
				expect(time.hintOf(text, zone) === null || isLocalTime(text)).toBe(true);
			}),
		);
	});

	it.each(ZONES)('now is a time or empty in %j', (zone) => {
		expect(time.localNow(zone)).toMatch(/^(?:20\d\d-\d\d-\d\dT\d\d:\d\d)?$/);
	});

	it('a moment or an age is a text, whatever the number', () => {
		fc.assert(
			fc.property(fc.double(), fc.constantFrom(...ZONES), (number, zone) => {
				expect(formatMoment(number, zone)).not.toMatch(/Invalid|NaN/);
				expect(formatAge(number)).not.toMatch(/Invalid|NaN/);
			}),
		);
	});
});

it('says that a moment is in UTC where the browser does not know the zone', () => {
	expect(formatMoment(0, 'Foo/Bar')).toBe('Jan 1, 1970, 00:00 UTC');
});

it.each([
	['2026-12-01T00:00', 'Nov 30, 2026', '2026-11-30T23:59'],
	['0002-12-01T00:00', 'Nov 30, 2', '0002-11-30T23:59'],
	['2100-01-01T00:00', 'Dec 31, 2099', '2099-12-31T23:59'],
])('a period that ends before %s ends on %s', (ends, day, minute) => {
	expect([time.lastDayBefore(ends), time.minuteBefore(ends)]).toEqual([day, minute]);
	expect(time.dayAfter(minute.slice(0, 10))).toBe(ends.slice(0, 10));
});

describe('the hint of a time', () => {
	afterEach(() => void vi.restoreAllMocks());

	it.each([
		['2027-03-14T02:30', { isSkipped: true, ofTwo: null }],
		['2027-11-07T01:30', { isSkipped: false, ofTwo: 'first' }],
		['2020-11-01T01:30', { isSkipped: false, ofTwo: 'second' }],
		['2027-11-07T03:30', { isSkipped: false, ofTwo: null }],
	])('%s in New York', (local, hint) => {
		expect(time.hintOf(local, 'America/New_York')).toMatchObject(hint);
	});

	it.each([undefined, '', 'Etc/Unknown', 'America/New_York'])('has no own time on a device in %j', (timeZone) => {
		vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never);
		expect(time.hintOf('2027-01-01T00:00', 'America/New_York')?.own).toBeNull();
	});
});
