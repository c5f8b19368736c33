/** Rules of gems that make good for failed votes. */
import type { Check } from './check.ts';

export const makeGoodChecks: readonly Check[] = [
	{
		rule: 'every grant of a make-good gave its gems by one ledger entry, within the limit per fan',
		text: `select given.fan_id, given.incident_id, given.gems from make_good_grant given join make_good using (make_good_id)
			left join ledger_entry entry on entry.fan_id = given.fan_id and seq = ledger_seq
			where given.incident_id <> make_good.incident_id or given.gems > gems_per_fan_max
				or (ledger_seq is not null and (kind, earned, purchased) is distinct from ('adjustment', given.gems, 0::bigint))
				or (finished_at is not null and ledger_seq is null and skipped_at is null)`,
	},
	{
		rule: 'every make-good gave what was decided, and was approved where it says so',
		text: `select make_good_id, fans, gems from make_good
			left join approval using (approval_id)
			cross join lateral (select count(*) as granted_fans, coalesce(sum(given.gems), 0) as granted_gems
				from make_good_grant given where given.make_good_id = make_good.make_good_id) sums
			where (granted_fans, granted_gems) is distinct from (fans::bigint, gems::numeric)
				or (approval_id is not null and ((approval.kind, decision, payload->>'incident_id', payload->>'gems_per_fan_max')
						is distinct from ('make_good', 'approved', make_good.incident_id::text, gems_per_fan_max::text)
					or (payload->>'fans')::bigint < fans or (payload->>'gems')::bigint < gems))`,
	},
];
