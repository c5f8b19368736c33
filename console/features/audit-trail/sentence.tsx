/** Entries of the audit trail as sentences: who did what to what. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import type { RowOf } from '../../lib/api/lists.ts';
import { readOf } from '../../lib/api/queries.ts';
import { ListState } from '../../lib/lists/list-state.tsx';
import { useDateTime } from '../../lib/session/operator.tsx';
import { useThing } from '../../lib/sections.ts';
import { paths } from '../../paths.ts';
import './audit-trail.css';

type Told = Pick<RowOf<typeof getAuditTrail>, 'operator' | 'action' | 'target' | 'target_name'>;

export function Sentence({ entry: { operator, action, target, target_name: name } }: { entry: Told }) {
	const verb = useVerb()(action);
	const { text, to } = useThing()(target, name);
	const isOwn = operator !== null && target === `operator:${operator.operator_id}`;
	const simple = isOwn ? simpleForm(action) : null;
	const who = operator ? (
		<Link to={paths.auditBy(operator.operator_id)}>{operator.name ?? operator.email}</Link>
	) : (
		<Trans>The site itself</Trans>
	);
	return (
		<span className="audit-sentence">
			{who} {simple ?? verb} {simple ? null : to === undefined ? text : <Link to={to}>{text}</Link>}
		</span>
	);
}

/** What operators do to themselves needs no object. */
function simpleForm(action: string) {
	if (action === 'operator.sign_in') return <Trans>signed in</Trans>;
	if (action === 'operator.sign_out') return <Trans>signed out</Trans>;
	if (action === 'operator.step_up') return <Trans>used a passkey</Trans>;
	if (action === 'operator.join') return <Trans>joined</Trans>;
	if (action === 'passkey.add') return <Trans>added a passkey</Trans>;
	return action === 'passkey.remove' ? <Trans>removed a passkey</Trans> : null;
}

/** Says what an action did, as a verb whose object is the target. */
function useVerb(): (action: string) => string {
	const { t } = useLingui();
	const verbs = new Map([
		['approval.ask', t`asked for approval of a change to`],
		['approval.approve', t`approved`],
		['approval.approved', t`approved`],
		['approval.reject', t`rejected`],
		['approval.rejected', t`rejected`],
		['alerts.test', t`tested`],
		['artist.hide', t`hid`],
		['artist.show', t`showed`],
		['case.export_votes', t`began to export the votes of`],
		['case.exported_votes', t`exported the votes of`],
		['case.drop', t`dropped`],
		['case.open', t`opened`],
		['case.read_votes', t`read the votes of`],
		['case.restore', t`began to restore the votes of`],
		['case.restored', t`restored the votes of`],
		['case.void', t`began to void the votes of`],
		['case.voided', t`voided the votes of`],
		['check_in.edit_rewards', t`changed the rewards of`],
		['check_in.edit_rule', t`changed the rule of`],
		['fan.adjust_gems', t`adjusted the gems of`],
		['fan.export', t`saved the data of`],
		['fan.delete', t`deleted the account of`],
		['fan.list', t`listed`],
		['fan.log_out', t`logged out`],
		['fan.read', t`read the data of`],
		['fan.restore', t`ended the suspension of`],
		['fan.suspend', t`suspended`],
		['media.upload', t`uploaded`],
		['news.end_link', t`ended the private link of`],
		['news.make_link', t`made a private link of`],
		['operator.change', t`changed the role of`],
		['operator.end_sessions', t`ended the sessions of`],
		['operator.invite', t`invited`],
		['operator.join', t`joined as`],
		['operator.remove_passkeys', t`removed the passkeys of`],
		['operator.sign_in', t`signed in as`],
		['operator.sign_out', t`signed out as`],
		['operator.step_up', t`used a passkey as`],
		['operator.withdraw_invitation', t`withdrew the invitation of`],
		['order.list', t`listed`],
		['order.read', t`read`],
		['order.recheck', t`synced with Stripe:`],
		['order.refund', t`refunded`],
		['order.refund_refused', t`was refused a refund of`],
		['passkey.add', t`added a passkey to`],
		['passkey.refuse_copy', t`was refused with a copied passkey of`],
		['passkey.remove', t`removed a passkey of`],
		['passkey.rename', t`renamed a passkey of`],
		['ranking.certify', t`certified`],
		['ranking.clone', t`created from last month`],
		['ranking.close', t`closed`],
		['ranking.enter', t`added artists to`],
		['ranking.hide_entry', t`hid an artist of`],
		['ranking.pause', t`paused`],
		['ranking.publish', t`published`],
		['ranking.remove_entry', t`removed an artist from`],
		['ranking.resume', t`resumed`],
		['ranking.show_entry', t`showed an artist again in`],
		['ranking.unpublish', t`took offline`],
		['setup.mark', t`changed the setup checklist of`],
		['translation.remove', t`removed a translation of`],
		['translation.save', t`translated`],
	]);
	// Actions that many kinds of items have in common.
	const common = new Map([
		['create', t`created`],
		['edit', t`edited`],
		['remove', t`removed`],
		['delete', t`deleted`],
		['export', t`began to export`],
		['exported', t`exported`],
		['publish', t`published`],
		['unpublish', t`took offline`],
	]);
	return (action) => {
		const [, verb = action] = action.split('.');
		return verbs.get(action) ?? common.get(verb) ?? verb.replaceAll('_', ' ');
	};
}

const RECENT = 8;
const REFRESH_MS = 30_000;

const recentChangesQuery = readOf(getAuditTrail, { query: { limit: RECENT } }, { refetchInterval: REFRESH_MS });

export function RecentChanges() {
	const read = useQuery(recentChangesQuery);
	const dateTime = useDateTime();
	const changes = read.data?.list;
	if (changes?.length === 0) {
		return (
			<p className="quiet">
				<Trans>No changes yet.</Trans>
			</p>
		);
	}
	return (
		<ListState read={read} count={changes?.length} empty={null}>
			<ul className="rows recent-changes">
				{changes?.map((entry) => (
					<li key={entry.audit_id}>
						<Sentence entry={entry} />
						<time dateTime={new Date(entry.time * 1000).toISOString()}>{dateTime(entry.time)}</time>
					</li>
				))}
			</ul>
		</ListState>
	);
}
