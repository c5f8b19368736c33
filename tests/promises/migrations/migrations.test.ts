/** Migrations and functions leave processes of the release before alone: see docs/operating/upgrades.md. */
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { faultsOf } from './rules.ts';
import { trackedFiles } from '../tracked-files.ts';

/** The baseline: it makes an empty database, which no process uses. */
const LAST_OF_THE_BASELINE = '0011_favorites_and_push.sql';

it('no new migration and no function breaks a process of the release before', async () => {
	const migrations = await trackedFiles(/^db\/migrations\/.*\.sql$/);
	const bound = migrations.filter(({ name }) => basename(name) > LAST_OF_THE_BASELINE);
	const functions = await trackedFiles(/^db\/functions\/.*\.sql$/);
	expect(functions.length).toBeGreaterThan(0);
	const judged = [...bound, ...functions].map(async ({ name, text }) => {
		return (await faultsOf(text)).map(({ kind, what }) => `${name} ${what}: say why with "-- ${kind}: …"`);
	});
	expect((await Promise.all(judged)).flat()).toEqual([]);
});

it.each([
	['alter table vote drop column note', 'contracts'],
	['alter table vote rename column note to remark', 'contracts'],
	['alter table vote alter column note type bigint using 1', 'contracts'],
	['alter table vote alter column note set not null', 'contracts'],
	['alter table vote add column note text not null', 'contracts'],
	['alter table vote add column note text unique', 'contracts'],
	['alter table vote add constraint noted check (note is not null)', 'contracts'],
	['drop table vote', 'contracts'],
	['drop function if exists cast_votes(text)', 'contracts'],
	['revoke insert on vote from lightstick_app', 'contracts'],
	['do $$ begin drop table vote; end $$', 'contracts'],
	['create index on vote (note)', 'locks'],
	[`update vote set note = ''`, 'locks'],
	['alter table vote add column noted_at timestamptz default lightstick_now()', 'locks'],
])('refuses "%s", unless the file says why', async (sql, kind) => {
	expect((await faultsOf(`${sql};`)).map((fault) => fault.kind)).toEqual([kind]);
	const reason = kind === 'contracts' ? '-- contracts: 0.4.0 stopped using note' : '-- locks: vote has few rows';
	expect(await faultsOf(`${reason}\n${sql};`)).toEqual([]);
	expect(await faultsOf(`-- ${kind}: because\n${sql};`)).toHaveLength(1);
});
