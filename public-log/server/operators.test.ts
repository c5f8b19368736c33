/** The state of a log, from what the database knows. */
import { expect, it } from 'vitest';
import { stateOf } from './operators.ts';

const calm = { exists: true, fault: null, unpublished: 0, running: true, age: 3 };

it.each([
	['is current when everything is published', {}, 'current'],
	['is current when everything is published and no process runs', { running: false }, 'current'],
	['is publishing while entries wait', { unpublished: 1 }, 'publishing'],
	['is behind when entries wait, and nothing was published for a minute', { unpublished: 1, age: 61 }, 'behind'],
	['is behind when nothing was ever published', { unpublished: 1, age: null }, 'behind'],
	['is current, however long ago nothing was left', { age: 9_999 }, 'current'],
	['has stopped when entries wait and no process runs', { unpublished: 1, running: false }, 'stopped'],
	['is none before the first entry', { exists: false }, 'none'],
	['has stopped before its first entry when votes wait', { exists: false, unpublished: 9, running: false }, 'stopped'],
	['is failing while it goes on by itself', { unpublished: 1, fault: 'failing' }, 'failing'],
	['has halted, whoever runs', { unpublished: 1, fault: 'set_back', running: false }, 'halted'],
] as const)('%s', (_name, facts, state) => {
	expect(stateOf({ ...calm, ...facts })).toBe(state);
});
