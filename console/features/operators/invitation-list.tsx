/** Lists invitations with their status. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/primitives/button.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { RoleName } from '../../lib/session/role-name.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { type Invitation, useWithdrawInvitation } from './get-operators.ts';

export function InvitationList({ invitations }: { invitations: Invitation[] | undefined }) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useErrorText();
	const dateTime = useDateTime();
	const withdraw = useWithdrawInvitation();
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
								busy={withdraw.isPending && withdraw.variables === row.invitation_id}
								onClick={() => withdraw.mutate(row.invitation_id, { onError: (error) => toast(textOf(error)) })}
							>
								<Trans>Withdraw</Trans>
							</Button>
						),
				},
			]}
		/>
	);
}
