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

interface TargetKind {
	text: string;
	/** The section that shows it. Left out for what has no screen. */
	section?: Section;
	/** True if it has a page of its own there. */
	hasPage?: boolean;
}

/** Says what a target is, and where it is shown. */
function useTargetKind(): (target: string) => { kind: TargetKind | undefined; id: string } {
	const { t } = useLingui();
	return (target) => {
		const [noun = '', id = ''] = target.split(/:(.*)/s);
		const page = (section: Section, text: string): TargetKind => ({ text, section, hasPage: true });
		const list = (section: Section, text: string): TargetKind => ({ text, section });
		const kinds: Record<string, TargetKind> = {
			ranking: page('rankings', t`ranking ${id}`),
			artist: page('artists', t`artist ${id}`),
			news: page('news', t`article ${id}`),
			category: page('newsCategories', t`news category ${id}`),
			banner: page('banners', t`banner ${id}`),
			pop_up: page('popUps', t`pop-up ${id}`),
			view: page('views', t`image page ${id}`),
			incident: page('incidents', t`incident ${id}`),
			goods: page('goods', t`gem pack ${id}`),
			case: page('cases', t`case ${id}`),
			fan: page('fans', t`fan ${id}`),
			order: page('orders', t`order ${id}`),
			votes: page('votes', t`the top fans of ${id}`),
			operator: list('operators', t`operator ${id}`),
			invitation: list('operators', t`invitation ${id}`),
			passkey: list('passkeys', t`a passkey`),
			approval: list('approvals', t`a request`),
			settings: list('settings', t`the site settings`),
			check_in: list('checkIn', t`the check-in`),
			entry_cards: list('entryCards', t`the home cards`),
			fans: list('fans', t`fans`),
			orders: list('orders', t`orders`),
			artists: list('artists', t`artists`),
			audit: list('audit', t`the audit trail`),
			media: { text: t`a picture` },
		};
		return { kind: kinds[noun], id };
	};
}

/** Names the target of an entry. */
export function useTargetName(): (target: string, name: string | null) => string {
	const kindOf = useTargetKind();
	return (target, name) => name ?? kindOf(target).kind?.text ?? target.replace(':', ' ');
}

function Target({ target, name }: { target: string; name: string | null }) {
	const text = useTargetName()(target, name);
	const { kind, id } = useTargetKind()(target);
	if (!kind?.section) return <>{text}</>;
	return <Link to={kind.hasPage ? paths.one(kind.section, id) : paths[kind.section]}>{text}</Link>;
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
