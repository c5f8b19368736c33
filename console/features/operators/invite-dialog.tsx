/** Invites an operator. The person who proves the address at the provider gets the role, once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { operatorRole, type OperatorRole } from '#contract/operator/operators/session.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useRoleName } from '../../lib/session/role-name.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { useInviteOperator } from './get-operators.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const roleName = useRoleName();
	const invite = useInviteOperator();
	const [email, setEmail] = useState('');
	const [role, setRole] = useState<OperatorRole>('viewer');
	return (
		<WhyDialog
			open
			title={<Trans>Invite an operator</Trans>}
			action={<Trans>Invite</Trans>}
			busy={invite.isPending}
			error={invite.error}
			onClose={onClose}
			onDo={(why) =>
				invite.mutate(
					{ email: email.trim(), role, why },
					{
						onSuccess: ({ invitation }) => {
							toast(
								invitation
									? t`Invited. They sign in at this console with that address.`
									: t`Not invited yet. Another owner has to approve the invitation.`,
								'success',
							);
							onClose();
						},
					},
				)
			}
		>
			<TextField
				label={t`Email`}
				type="email"
				autoComplete="off"
				value={email}
				onChange={(event) => setEmail(event.target.value)}
			/>
			<SelectField
				label={t`Role`}
				value={role}
				onChange={(event) => setRole(operatorRole.options.find((one) => one === event.target.value) ?? role)}
			>
				{operatorRole.options.map((one) => (
					<option key={one} value={one}>
						{roleName(one)}
					</option>
				))}
			</SelectField>
		</WhyDialog>
	);
}
