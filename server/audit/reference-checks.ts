/**
 * Rows that name rows of other tables. On one server foreign keys see to it. On a distributed database they go where one
 * of the tables is distributed and the other is not.
 */
import type { Check } from './check.ts';

const REFERENCES: readonly (readonly [table: string, other: string, columns: string])[] = [
	['fan_identity', 'fan', 'bucket, fan_id'],
	['gem_order', 'fan', 'bucket, fan_id'],
	['refund_request', 'fan', 'bucket, fan_id'],
	['push_subscription', 'fan', 'bucket, fan_id'],
	['favorite', 'artist', 'artist_id'],
	['own_votes', 'artist', 'artist_id'],
	['failed_vote', 'ranking', 'ranking_id'],
	['make_good_grant', 'incident', 'incident_id'],
	['gem_adjustment', 'operator', 'operator_id'],
	['vote_case_vote', 'vote_case', 'case_id'],
];

const strays = REFERENCES.map(([table, other, columns]) => {
	const names = columns.split(', ');
	const same = names.map((name) => `other.${name} = named.${name}`).join(' and ');
	return `select '${table}' as "table", to_jsonb(named) as "row" from ${table} named
		where not exists (select from ${other} other where ${same})`;
});

export const referenceChecks: readonly Check[] = [
	{
		rule: 'every fan, artist, ranking, incident, operator and case that a row names exists',
		text: strays.join(' union all '),
	},
];
