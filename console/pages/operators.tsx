/** Operators and invitations, for owners. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getOperators, inviteOperator, withdrawInvitation } from '#contract/operator/operators/operators.ts';
import { operatorRole, type OperatorRole } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { OperatorList } from '../features/operators/operator-list.tsx';
import { useErrorToast } from '../lib/api/error-text.tsx';
import { readOf, useSend } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { WhyDialog } from '../lib/dialogs/why-dialog.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import { RoleName, useDateTime, useRoleName } from '../lib/session/operator.tsx';
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
					<InvitationList invitations={read.data.invitations} />
				</Card>
			)}
			{inviting && <InviteDialog onClose={() => setInviting(false)} />}
		</Page>
	);
}

/** Lists invitations with their status. */
function InvitationList({ invitations }: Pick<ReplyOf<typeof getOperators>, 'invitations'>) {
	const { t } = useLingui();
	const toastError = useErrorToast();
	const dateTime = useDateTime();
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
					render: (row) => <Tag tone={row.status === 'open' ? 'good' : 'neutral'}>{states[row.status]}</Tag>,
				},
				{ key: 'until', header: t`Valid until`, room: 'much', render: (row) => dateTime(row.expires_time) },
				{
					key: 'withdraw',
					header: <span className="visually-hidden">{t`Actions`}</span>,
					align: 'end',
					render: (row) =>
						row.status === 'open' && (
							<Button
								variant="quiet"
								aria-label={t`Withdraw the invitation of ${row.email}`}
								busy={withdraw.isPending && withdraw.variables.params.invitation_id === row.invitation_id}
								onClick={() =>
									withdraw.mutate({ params: { invitation_id: row.invitation_id } }, { onError: toastError })
								}
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
	const [email, setEmail] = useState('');
	const [role, setRole] = useState<OperatorRole>('viewer');
	return (
		<WhyDialog
			title={<Trans>Invite an operator</Trans>}
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
				value={role}
				options={operatorRole.options.map((one) => [one, roleName(one)])}
				onChange={setRole}
			/>
		</WhyDialog>
	);
}
