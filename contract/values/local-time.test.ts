/** Local times as instants, in every zone that the runtime knows, compared with Temporal. */
import { describe, expect, it } from 'vitest';
import { isLocalTime, localTimeOf, nearestInstant, readLocal, startOfDay } from './local-time.ts';
import { isZoneKnown } from './zones.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const FROM = Temporal.Instant.from('2000-01-02T00:00Z');
const UNTIL = Temporal.Instant.from('2099-12-30T00:00Z');
/** Minutes around a change: just before and after it, and within the gap or the hours that come twice. */
const AROUND = [-121, -61, -60, -31, -30, -1, 0, 29, 30, 59, 60, 119];

/** The changes of a zone's clocks. Rules of today go on for ever, so a few of the later years are enough. */
function* changesOf(zone: string): Generator<Temporal.ZonedDateTime> {
	let at = FROM.toZonedDateTimeISO(zone);
	for (let count = 0; ; count += 1) {
		const next = at.getTimeZoneTransition('next');
		if (!next || Temporal.Instant.compare(next.toInstant(), UNTIL) > 0) return;
		if (count < 20 || count % 13 === 0) yield next;
		at = next;
	}
}

const textOf = (time: Temporal.PlainDateTime) => time.toString().slice(0, 16);
const seconds = (time: Temporal.ZonedDateTime) => Math.floor(time.epochMilliseconds / 1000);

function instantsOf(local: Temporal.PlainDateTime, zone: string): number[] {
	const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
	const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
	if (textOf(earlier.toPlainDateTime()) !== textOf(local)) return [];
	return [...new Set([seconds(earlier), seconds(later)])];
}

describe('around every change of every zone', () => {
	const seen = new Set<string>();
	/** Zones share most of their changes: each one once, and the first of every zone. */
	const changes = ZONES.flatMap((zone) =>
		[...changesOf(zone)].flatMap((change, index) => {
			const kind = `${change.epochMilliseconds} ${change.offset} ${change.subtract({ seconds: 1 }).offset}`;
			if (index > 0 && seen.has(kind)) return [];
			seen.add(kind);
			return [{ zone, change }];
		}),
	);

	it('a local time has the instants at which clocks show it: none in a gap, two where it comes twice', () => {
		const counts = new Set<number>();
		const wrong: string[] = [];
		for (const { zone, change } of changes) {
			for (const minutes of AROUND) {
				const local = change.toPlainDateTime().add({ minutes });
				const expected = instantsOf(local, zone);
				const reading = readLocal(textOf(local), zone);
				counts.add(expected.length);
				if (reading?.instants.join() !== expected.join()) wrong.push(`${textOf(local)} ${zone}`);
			}
		}
		expect(wrong).toEqual([]);
		expect([...counts].toSorted((one, other) => one - other)).toEqual([0, 1, 2]);
	});

	it('an instant has one local time, which leads back to it', () => {
		const wrong: string[] = [];
		for (const { zone, change } of changes) {
			for (const minutes of AROUND) {
				const at = change.add({ minutes });
				const local = localTimeOf(seconds(at), zone);
				const leadsBack = local !== null && readLocal(local, zone)?.instants.includes(seconds(at));
				if (local !== textOf(at.toPlainDateTime()) || !leadsBack) wrong.push(at.toString());
			}
		}
		expect(wrong).toEqual([]);
	});

	it('a day begins when it begins, also where that is not midnight', () => {
		const wrong: string[] = [];
		for (const { zone, change } of changes) {
			for (const days of [0, 1]) {
				const day = change.toPlainDate().add({ days });
				if (startOfDay(day.toString(), zone) !== seconds(day.toZonedDateTime(zone)))
					wrong.push(`${day.toString()} ${zone}`);
			}
		}
		expect(wrong).toEqual([]);
	});
});

it('of two instants, the one that is nearest to now is meant', () => {
	const reading = readLocal('2027-11-07T01:30', 'America/New_York');
	const [first = 0, second = 0] = reading?.instants ?? [];
	expect(second - first).toBe(3600);
	const nearest = (now: number) => reading && nearestInstant(reading, now);
	expect([first - 86_400, first + 60, second, second + 86_400].map(nearest)).toEqual([first, first, second, second]);
});

describe('what is no time', () => {
	const days = ['0002-12-01', '20261-12-01', '2026-02-30'].map((day) => `${day}T10:00`);
	it.each(['', 'x', ...days, '20261-12-01T10:0', '2026-12-01T24:00'])('%j has no instant', (text) => {
		expect(isLocalTime(text)).toBe(false);
		expect(readLocal(text, 'Asia/Seoul')).toBeNull();
	});

	it.each([Number.NaN, Infinity, -Infinity, 8.64e12, -1e13])('%j seconds have no local time', (instant) =>
		expect(localTimeOf(instant, 'Asia/Seoul')).toBeNull(),
	);

	it.each(['', 'Etc/Unknown', 'Factory', 'posix/Asia/Seoul', 'Foo/Bar', '\0'])('%j is no zone', (zone) => {
		expect(isZoneKnown(zone)).toBe(false);
		expect(readLocal('2026-12-01T10:00', zone)).toBeNull();
		expect(localTimeOf(0, zone)).toBeNull();
	});
});
