/** Operators and invitations, for owners. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
	changeOperator,
	getOperators,
	inviteOperator,
	withdrawInvitation,
} from '#contract/operator/operators/operators.ts';
import { removePasskeysOf } from '#contract/operator/operators/passkeys.ts';
import { endSessionsOf, operatorRole, type OperatorRole } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useErrorToast } from '../lib/api/error-text.tsx';
import { readOf, useSend } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { WhyDialog } from '../lib/dialogs/why-dialog.tsx';
import { useCopy } from '../lib/elements/copy.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import type { Read } from '../lib/lists/list-state.tsx';
import { RoleName, useRoleName, useRoleWords, useSignedIn } from '../lib/session/operator.tsx';
import { DataTable } from '../lib/table/data-table.tsx';
import { Table } from '../lib/table/table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { BASE, paths } from '../paths.ts';
import { Card, Page } from '../shell/page.tsx';

export default function OperatorsPage() {
	const { t } = useLingui();
	const read = useQuery(readOf(getOperators, {}));
	const [inviting, setInviting] = useState(false);
	return (
		<Page
			title={t`Operators`}
			actions={
				<Button icon={<ConsoleIcon name="plus" />} onClick={() => setInviting(true)}>
					<Trans>Invite</Trans>
				</Button>
			}
		>
			<WaitsNotice kind="role_change" />
			<Card tight>
				<OperatorList operators={read.data?.operators} read={read} />
			</Card>
			{read.data && read.data.invitations.length > 0 && (
				<Card tight title={<Trans>Invitations</Trans>}>
					<InvitationAddress />
					<InvitationList invitations={read.data.invitations} />
				</Card>
			)}
			{inviting && <InviteDialog onClose={() => setInviting(false)} />}
		</Page>
	);
}

const CONSOLE_ADDRESS = `${location.origin}${BASE}`;

type ListedOperator = ReplyOf<typeof getOperators>['operators'][number];

const nameOf = ({ name, email }: ListedOperator) => name ?? email;

function OperatorList({ operators, read }: { operators: ListedOperator[] | undefined; read: Read }) {
	const { t } = useLingui();
	const { operator: self } = useSignedIn();
	const view = useTableView({ usual: 'asc', name: 'asc', seen: 'desc' });
	const [asked, setAsked] = useState<{ what: Change; operator: ListedOperator } | null>(null);
	const isSelf = ({ operator_id: id }: ListedOperator) => id === self.operator_id;
	/** A number that a button brings to nothing. One's own are ended on another screen. */
	const withButton = (operator: ListedOperator, what: 'passkeys' | 'sessions', label: string, text: string) =>
		isSelf(operator) || operator[what] === 0 ? (
			formatNumber(operator[what])
		) : (
			<span className="cluster">
				{formatNumber(operator[what])}
				<Button variant="quiet" aria-label={label} onClick={() => setAsked({ what, operator })}>
					{text}
				</Button>
			</span>
		);
	return (
		<>
			<DataTable
				label={t`Operators`}
				rows={operators}
				rowKey={(row) => row.operator_id}
				nameOf={nameOf}
				view={view}
				read={read}
				nothing={<Empty lit={false} title={<Trans>No operators yet</Trans>} />}
				tools={{ list: 'operators' }}
				columns={[
					{
						key: 'email',
						header: t`Operator`,
						strong: true,
						sortAs: 'name',
						compareBy: nameOf,
						leads: (row) => paths.auditBy(row.operator_id),
						render: nameOf,
					},
					{ key: 'address', header: t`Email`, room: 'much', render: (row) => row.email },
					{
						key: 'role',
						header: t`Role`,
						render: (row) =>
							row.removed ? (
								<Tag>{t`Removed`}</Tag>
							) : (
								<span className="cluster">
									<RoleName role={row.role} />
									{row.new && <Tag tone="warning">{t`New: approves nothing for 24 hours`}</Tag>}
								</span>
							),
					},
					{
						key: 'seen',
						header: t`Last seen`,
						room: 'some',
						sortAs: 'seen',
						compareBy: (row) => row.last_seen_time ?? 0,
						time: (row) => row.last_seen_time,
					},
					{
						key: 'passkeys',
						header: t`Passkeys`,
						room: 'some',
						render: (row) => withButton(row, 'passkeys', t`Remove passkeys of ${row.email}`, t`Remove`),
					},
					{
						key: 'sessions',
						header: t`Sessions`,
						room: 'much',
						render: (row) => withButton(row, 'sessions', t`End sessions of ${row.email}`, t`End`),
					},
					{
						key: 'change',
						header: t`Actions`,
						fixed: true,
						align: 'end',
						render: (row) =>
							isSelf(row) ? (
								t`You`
							) : (
								<Button
									variant="quiet"
									aria-label={t`Change ${row.email}`}
									onClick={() => setAsked({ what: 'role', operator: row })}
								>
									{t`Change`}
								</Button>
							),
					},
				]}
			/>
			{asked && <ChangeDialog {...asked} onClose={() => setAsked(null)} />}
		</>
	);
}

type Change = 'role' | 'passkeys' | 'sessions';

interface ChangeProps {
	what: Change;
	operator: ListedOperator;
	onClose: () => void;
}

function ChangeDialog({ what, operator, onClose }: ChangeProps) {
	const { t } = useLingui();
	const step = { params: { operator_id: operator.operator_id }, onClose };
	if (what === 'role') return <ChangeRole operator={operator} onClose={onClose} />;
	return what === 'passkeys' ? (
		<WhyDialog
			{...step}
			title={t`Remove the passkeys of ${operator.email}?`}
			text={t`All their passkeys are removed and their sessions end. Make sure that the request really comes from them.`}
			action={t`Remove`}
			done={t`Removed. They can create a new passkey after signing in again.`}
			call={removePasskeysOf}
		/>
	) : (
		<WhyDialog
			{...step}
			title={t`End the sessions of ${operator.email}?`}
			text={t`They are signed out at once and may sign in again. To keep them out, set their role to “Removed”.`}
			action={t`End sessions`}
			done={t`Ended. They have been signed out.`}
			call={endSessionsOf}
		/>
	);
}

function ChangeRole({ operator, onClose }: Omit<ChangeProps, 'what'>) {
	const { t } = useLingui();
	const roleName = useRoleName();
	const roleWords = useRoleWords();
	const [choice, setChoice] = useState<OperatorRole | 'removed'>(operator.removed ? 'removed' : operator.role);
	const removed = choice === 'removed';
	return (
		<WhyDialog
			title={operator.email}
			action={<Trans>Change</Trans>}
			done={t`Saved. They have been signed out.`}
			call={changeOperator}
			params={{ operator_id: operator.operator_id }}
			body={(why) => ({ version: operator.version, role: removed ? operator.role : choice, removed, why })}
			onClose={onClose}
		>
			<ChoiceField
				label={t`Role`}
				hint={choice === 'removed' ? null : roleWords(choice)}
				value={choice}
				options={[
					...operatorRole.options.map((role) => [role, roleName(role)] as const),
					['removed', t`Removed: may not sign in`],
				]}
				onChange={setChoice}
			/>
		</WhyDialog>
	);
}

/** Where the invited sign in, to be sent to them. */
function InvitationAddress() {
	const { t } = useLingui();
	const copy = useCopy();
	return (
		<p className="cluster">
			<Trans>
				They sign in at <code>{CONSOLE_ADDRESS}</code>
			</Trans>
			<Button variant="quiet" onClick={() => void copy(CONSOLE_ADDRESS, t`The address has been copied`)}>
				<Trans>Copy the address</Trans>
			</Button>
		</p>
	);
}

/** Lists invitations with their status. */
function InvitationList({ invitations }: Pick<ReplyOf<typeof getOperators>, 'invitations'>) {
	const { t } = useLingui();
	const toastError = useErrorToast();
	const withdraw = useSend(withdrawInvitation);
	const states = { open: t`Open`, claimed: t`Claimed`, withdrawn: t`Withdrawn`, expired: t`Expired` };
	return (
		<Table
			label={t`Invitations`}
			rows={invitations}
			rowKey={(row) => row.invitation_id}
			columns={[
				{ key: 'email', header: t`Email`, strong: true, render: (row) => row.email },
				{ key: 'role', header: t`Role`, room: 'some', render: (row) => <RoleName role={row.role} /> },
				{
					key: 'status',
					header: t`Status`,
					render: ({ status }) => <Tag tone={status === 'open' ? 'good' : 'neutral'}>{states[status]}</Tag>,
				},
				{ key: 'until', header: t`Valid until`, room: 'much', time: (row) => row.expires_time },
				{
					key: 'withdraw',
					header: t`Actions`,
					fixed: true,
					align: 'end',
					render: ({ status, email, invitation_id }) =>
						status === 'open' && (
							<Button
								variant="quiet"
								aria-label={t`Withdraw the invitation of ${email}`}
								busy={withdraw.isPending && withdraw.variables.params.invitation_id === invitation_id}
								onClick={() => withdraw.mutate({ params: { invitation_id } }, { onError: toastError })}
							>
								<Trans>Withdraw</Trans>
							</Button>
						),
				},
			]}
		/>
	);
}

/** Invites an operator. The person who proves the address at the provider gets the role, once. */
function InviteDialog({ onClose }: { onClose: () => void }) {
	const { t } = useLingui();
	const roleName = useRoleName();
	const roleWords = useRoleWords();
	const [email, setEmail] = useState('');
	const [role, setRole] = useState<OperatorRole>('viewer');
	return (
		<WhyDialog
			title={<Trans>Invite an operator</Trans>}
			text={
				<Trans>
					No mail is sent. Tell them this address yourself: <code>{CONSOLE_ADDRESS}</code> They sign in there with the
					email address below, and can change things once they have made a passkey.
				</Trans>
			}
			action={<Trans>Invite</Trans>}
			done={({ invitation }) =>
				invitation
					? t`Invited. They sign in at this console with that address.`
					: t`Not invited yet. Another owner has to approve the invitation.`
			}
			call={inviteOperator}
			body={(why) => ({ email: email.trim(), role, why })}
			onClose={onClose}
		>
			<TextField
				label={t`Email`}
				type="email"
				autoComplete="off"
				value={email}
				onChange={(event) => setEmail(event.target.value)}
			/>
			<ChoiceField
				label={t`Role`}
				hint={roleWords(role)}
				value={role}
				options={operatorRole.options.map((one) => [one, roleName(one)])}
				onChange={setRole}
			/>
		</WhyDialog>
	);
}
