/** Shows the operator's own passkeys and active sessions. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { AddPasskey, PasskeyList } from '../features/passkeys/passkeys.tsx';
import { SessionList, SignOutEverywhere } from '../features/sessions/sessions.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { Card, Page } from '../shell/page.tsx';

export default function PasskeysPage() {
	const { t } = useLingui();
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
				<PasskeyList />
			</Card>
			<Card tight title={<Trans>Sessions</Trans>}>
				<SessionList />
			</Card>
			{adding && <AddPasskey onClose={() => setAdding(false)} />}
		</Page>
	);
}
