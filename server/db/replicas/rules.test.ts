import { describe, expect, it } from 'vitest';
import { hasAllUntil, mismatch, type ServerState } from './rules.ts';

const primary: ServerState = { isStandby: false, system: '7', database: '5', migrations: 'a b', position: 100 };
const standby: ServerState = { ...primary, isStandby: true };

describe('a replica', () => {
	it('is a standby of this site with its tables', () => {
		expect(mismatch(primary, standby)).toBeNull();
		expect(mismatch(primary, primary)).toBe('it is no standby');
		expect(mismatch(primary, { ...standby, system: '8' })).toBe('it belongs to another site');
		expect(mismatch(primary, { ...standby, database: '6' })).toBe('it belongs to another site');
		expect(mismatch(primary, { ...standby, migrations: 'a' })).toBe('its tables are of another version');
	});

	const sightings = [
		{ at: 1_000, position: 50 },
		{ at: 1_250, position: 80 },
		{ at: 1_500, position: 80 },
	];

	it('has everything from before the last time at which the primary was no further', () => {
		expect(hasAllUntil(sightings, 50)).toBe(1_000);
		expect(hasAllUntil(sightings, 79)).toBe(1_000);
		expect(hasAllUntil(sightings, 81)).toBe(1_500);
	});

	it('stays fresh while the primary is idle', () => {
		expect(hasAllUntil(sightings, 80)).toBe(1_500);
	});

	it('is of unknown age if it is older than all that was seen, or replays nothing', () => {
		expect(hasAllUntil(sightings, 49)).toBeNull();
		expect(hasAllUntil(sightings, null)).toBeNull();
		expect(hasAllUntil([], 49)).toBeNull();
	});
});
