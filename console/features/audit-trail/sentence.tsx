/** One entry as a sentence: who did what to what. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { getAuditTrail } from '#contract/operator/audit-trail.ts';
import type { RowOf } from '../../lib/api/lists.ts';
import { paths, type routes } from '../../paths.ts';

type Told = Pick<RowOf<typeof getAuditTrail>, 'operator' | 'action' | 'target' | 'target_name'>;

export function Sentence({ entry: { operator, action, target, target_name: name } }: { entry: Told }) {
	const verb = useVerb()(action);
	const isOwn = operator !== null && target === `operator:${operator.operator_id}`;
	const simple = isOwn ? simpleForm(action) : null;
	const who = operator ? (
		<Link to={paths.auditBy(operator.operator_id)}>{operator.name ?? operator.email}</Link>
	) : (
		<Trans>The site itself</Trans>
	);
	return (
		<span className="audit-sentence">
			{who} {simple ?? verb} {simple ? null : <Target target={target} name={name} />}
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

type Section = keyof typeof routes;

/** Sections that have a page per item. */
const pages: Record<string, Section> = {
	ranking: 'rankings',
	artist: 'artists',
	news: 'news',
	category: 'newsCategories',
	banner: 'banners',
	pop_up: 'popUps',
	view: 'views',
	goods: 'goods',
	case: 'cases',
	fan: 'fans',
	order: 'orders',
	votes: 'votes',
};
/** Sections that show all their items at once. */
const lists: Record<string, Section> = {
	operator: 'operators',
	invitation: 'operators',
	passkey: 'passkeys',
	approval: 'approvals',
	settings: 'settings',
	check_in: 'checkIn',
	entry_cards: 'entryCards',
	fans: 'fans',
	orders: 'orders',
	artists: 'artists',
	audit: 'audit',
};

/** Names the target of an entry and links to its page. */
export function useTargetName(): (target: string, name: string | null) => string {
	const { t } = useLingui();
	return (target, name) => {
		const [noun = '', id = ''] = target.split(/:(.*)/s);
		const nouns = new Map([
			['ranking', t`ranking ${id}`],
			['artist', t`artist ${id}`],
			['news', t`article ${id}`],
			['category', t`news category ${id}`],
			['banner', t`banner ${id}`],
			['pop_up', t`pop-up ${id}`],
			['view', t`image page ${id}`],
			['goods', t`gem pack ${id}`],
			['case', t`case ${id}`],
			['fan', t`fan ${id}`],
			['order', t`order ${id}`],
			['operator', t`operator ${id}`],
			['invitation', t`invitation ${id}`],
			['passkey', t`a passkey`],
			['approval', t`a request`],
			['media', t`a picture`],
			['settings', t`the site settings`],
			['check_in', t`the check-in`],
			['entry_cards', t`the home cards`],
			['fans', t`fans`],
			['votes', t`the top fans of ${id}`],
			['orders', t`orders`],
			['artists', t`artists`],
			['audit', t`the audit trail`],
		]);
		return name ?? nouns.get(noun) ?? target.replace(':', ' ');
	};
}

function Target({ target, name }: { target: string; name: string | null }) {
	const text = useTargetName()(target, name);
	const [noun = '', id = ''] = target.split(/:(.*)/s);
	const page = pages[noun];
	const list = lists[noun];
	if (page) return <Link to={paths.one(page, id)}>{text}</Link>;
	return list ? <Link to={paths[list]}>{text}</Link> : text;
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
		['artist.hide', t`hid`],
		['artist.show', t`showed`],
		['audit.export', t`began to export`],
		['audit.exported', t`exported`],
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
		['fan.delete', t`deleted the account of`],
		['fan.export', t`began to export`],
		['fan.exported', t`exported`],
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
		['order.export', t`began to export`],
		['order.exported', t`exported`],
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
