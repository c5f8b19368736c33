/** Shows the operator's own passkeys and active sessions. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPasskeys } from '#contract/operator/operators/passkeys.ts';
import { listSessions } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { AddPasskey, PasskeyList } from '../features/passkeys/passkeys.tsx';
import { SessionList, SignOutEverywhere } from '../features/sessions/sessions.tsx';
import { readOf } from '../lib/api/queries.ts';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { ListState } from '../lib/lists/list-state.tsx';
import { Card, Page } from '../shell/page.tsx';

export default function PasskeysPage() {
	const { t } = useLingui();
	const passkeys = useQuery(readOf(listPasskeys, {}));
	const sessions = useQuery(readOf(listSessions, {}));
	const [adding, setAdding] = useState(false);
	return (
		<Page
			title={t`Passkeys and sessions`}
			actions={
				<>
					<SignOutEverywhere />
					<Button icon={<ConsoleIcon name="plus" />} onClick={() => setAdding(true)}>
						<Trans>Add a passkey</Trans>
					</Button>
				</>
			}
		>
			<Card tight title={<Trans>Passkeys</Trans>}>
				<ListState read={passkeys} count={passkeys.data?.passkeys.length} empty={<Trans>No passkeys yet</Trans>}>
					<PasskeyList passkeys={passkeys.data?.passkeys} />
				</ListState>
			</Card>
			<Card tight title={<Trans>Sessions</Trans>}>
				<ListState read={sessions} count={sessions.data?.sessions.length} empty={<Trans>No open sessions</Trans>}>
					<SessionList sessions={sessions.data?.sessions} />
				</ListState>
			</Card>
			{adding && <AddPasskey onClose={() => setAdding(false)} />}
		</Page>
	);
}
