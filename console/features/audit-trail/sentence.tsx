/** Entries of the audit trail as sentences: who did what to what. */
import { Link } from 'react-router';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { useRead } from '../../lib/api/calls.tsx';
import { ListState, type RowOf } from '../../lib/lists/list-state.tsx';
import { thingOf } from '../../lib/sections.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import { paths } from '../../nouns.ts';

type Told = Pick<RowOf<typeof getAuditTrail>, 'operator' | 'action' | 'target' | 'target_name'>;

export function Sentence({ entry: { operator, action, target, target_name: name } }: { entry: Told }) {
	const verb = verbOf(action);
	const { text, to } = thingOf(target, name);
	const isOwn = operator !== null && target === `operator:${operator.operator_id}`;
	const simple = isOwn ? toThemselves.get(action) : undefined;
	const who = operator ? (
		<Link to={paths.auditBy(operator.operator_id)}>{operator.name ?? operator.email}</Link>
	) : (
		'The site itself'
	);
	return (
		<span className="audit-sentence">
			{who} {simple ?? verb} {simple ? null : to === undefined ? text : <Link to={to}>{text}</Link>}
		</span>
	);
}

/** What operators do to themselves needs no object. */
const toThemselves = new Map([
	['operator.sign_in', 'signed in'],
	['operator.sign_out', 'signed out'],
	['operator.step_up', 'used a passkey'],
	['operator.join', 'joined'],
	['passkey.add', 'added a passkey'],
	['passkey.remove', 'deleted a passkey'],
]);

/** Says what an action did, as a verb whose object is the target; or what a verb says of any target. */
const verbs = new Map([
	['export', 'began to export'],
	['remove', 'deleted'],
	['approval.ask', 'asked for approval of a change to'],
	['artist.hide', 'hid'],
	['case.export_votes', 'began to export the votes of'],
	['case.exported_votes', 'exported the votes of'],
	['case.read_votes', 'read the votes of'],
	['case.restore', 'began to restore the votes of'],
	['case.restored', 'restored the votes of'],
	['case.void', 'began to void the votes of'],
	['case.voided', 'voided the votes of'],
	['check_in.edit_rewards', 'changed the rewards of'],
	['check_in.edit_rule', 'changed the rule of'],
	['fan.adjust_gems', 'adjusted the gems of'],
	['fan.export', 'saved the data of'],
	['fan.delete', 'deleted the account of'],
	['fan.keep', 'canceled the deletion of'],
	['fan.log_out', 'logged out'],
	['fan.read', 'read the data of'],
	['fan.restore', 'ended the suspension of'],
	['news.end_link', 'ended the private link of'],
	['news.make_link', 'made a private link of'],
	['operator.change', 'changed the role of'],
	['operator.end_sessions', 'ended the sessions of'],
	['operator.join', 'joined as'],
	['operator.remove_passkeys', 'deleted the passkeys of'],
	['operator.sign_in', 'signed in as'],
	['operator.sign_out', 'signed out as'],
	['operator.step_up', 'used a passkey as'],
	['operator.withdraw_invitation', 'withdrew the invitation of'],
	['order.read', 'read'],
	['order.recheck', 'checked with Stripe:'],
	['order.refund_refused', 'was refused a refund of'],
	['passkey.add', 'added a passkey to'],
	['passkey.refuse_copy', 'was refused with a copied passkey of'],
	['passkey.remove', 'deleted a passkey of'],
	['passkey.rename', 'renamed a passkey of'],
	['ranking.clone', 'created from last month'],
	['ranking.enter', 'added artists to'],
	['ranking.hide_entry', 'hid an artist of'],
	['ranking.remove_entry', 'removed an artist from'],
	['ranking.show_entry', 'showed an artist again in'],
	['setup.mark', 'changed the setup checklist of'],
	['translation.remove', 'deleted a translation of'],
	['translation.save', 'translated'],
]);
function verbOf(action: string): string {
	const [, verb = action] = action.split('.');
	return verbs.get(action) ?? verbs.get(verb) ?? pastOf(verb.replaceAll('_', ' '));
}

/** Of a verb that is regular, or stands in its past already: `drop`, `certify`, `close`, `exported`. */
const pastOf = (verb: string) =>
	verb.endsWith('ed') || verb.includes(' ')
		? verb
		: `${verb.replace(/y$/, 'i').replace(/e$/, '').replace(/op$/, 'opp')}ed`;

const RECENT = 8;
const REFRESH_MS = 30_000;

export function RecentChanges() {
	const read = useRead(getAuditTrail, { query: { limit: RECENT } }, { refetchInterval: REFRESH_MS });
	const dateTime = useDateTime();
	const changes = read.data?.list;
	return (
		<ListState read={read} count={changes?.length} empty={<p className="muted">No changes yet.</p>}>
			<ul className="stack gap-3">
				{changes?.map((entry) => (
					<li key={entry.audit_id}>
						<Sentence entry={entry} />
						<time className="cell-detail block faint text-xs" dateTime={new Date(entry.time * 1000).toISOString()}>
							{dateTime(entry.time)}
						</time>
					</li>
				))}
			</ul>
		</ListState>
	);
}
