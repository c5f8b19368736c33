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

export const referenceChecks: readonly Check[] = REFERENCES.map(([table, other, columns]) => {
	const names = columns.split(', ');
	return {
		rule: `every row of ${table} names a row of ${other} that exists`,
		text: `select ${names.map((name) => `named.${name}`).join()} from ${table} named
			where ${names.at(-1)} is not null and not exists (
				select from ${other} other where ${names.map((name) => `other.${name} = named.${name}`).join(' and ')}
			)`,
	};
});
