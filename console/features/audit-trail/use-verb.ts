/** Says what an action did, as a verb whose object is the target. */
import { useLingui } from '@lingui/react/macro';

export function useVerb(): (action: string) => string {
	const { t } = useLingui();
	const verbs = new Map([
		['approval.ask', t`asked for approval of a change to`],
		['approval.approve', t`approved`],
		['approval.approved', t`approved`],
		['approval.reject', t`rejected`],
		['approval.rejected', t`rejected`],
		['audit.export', t`exported`],
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
		['fan.delete', t`deleted the account of`],
		['fan.list', t`listed`],
		['fan.log_out', t`logged out`],
		['fan.read', t`read the data of`],
		['fan.restore', t`ended the suspension of`],
		['fan.suspend', t`suspended`],
		['media.upload', t`uploaded`],
		['operator.change', t`changed the role of`],
		['operator.end_sessions', t`ended the sessions of`],
		['operator.invite', t`invited`],
		['operator.join', t`joined as`],
		['operator.remove', t`removed`],
		['operator.remove_passkeys', t`removed the passkeys of`],
		['operator.sign_in', t`signed in as`],
		['operator.sign_out', t`signed out as`],
		['operator.step_up', t`used a passkey as`],
		['operator.withdraw_invitation', t`withdrew the invitation of`],
		['order.list', t`listed`],
		['order.read', t`read`],
		['order.recheck', t`checked with Stripe:`],
		['order.refund', t`refunded`],
		['order.refund_refused', t`was refused a refund of`],
		['passkey.add', t`added a passkey to`],
		['passkey.refuse_copy', t`was refused with a copied passkey of`],
		['passkey.remove', t`removed a passkey of`],
		['passkey.rename', t`renamed a passkey of`],
		['ranking.certify', t`certified`],
		['ranking.clone', t`created from last month`],
		['ranking.enter', t`added artists to`],
		['ranking.hide_entry', t`hid an artist of`],
		['ranking.pause', t`paused`],
		['ranking.publish', t`published`],
		['ranking.remove_entry', t`removed an artist from`],
		['ranking.resume', t`resumed`],
		['ranking.show_entry', t`showed an artist again in`],
		['ranking.unpublish', t`took offline`],
		['translation.remove', t`removed a translation of`],
		['translation.save', t`translated`],
	]);
	// Actions that many kinds of items have in common.
	const common = new Map([
		['create', t`created`],
		['edit', t`edited`],
		['remove', t`removed`],
		['delete', t`deleted`],
		['publish', t`published`],
		['unpublish', t`took offline`],
	]);
	return (action) => {
		const [, verb = action] = action.split('.');
		return verbs.get(action) ?? common.get(verb) ?? verb.replaceAll('_', ' ');
	};
}
