/** Operators and invitations, for owners. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { InvitationList } from '../features/operators/invitation-list.tsx';
import { InviteDialog } from '../features/operators/invite-dialog.tsx';
import { OperatorList } from '../features/operators/operator-list.tsx';
import { operatorsQuery } from '../features/operators/get-operators.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { Card, Page } from '../shell/page.tsx';

export default function OperatorsPage() {
	const { t } = useLingui();
	const read = useQuery(operatorsQuery);
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
