/** One's own passkeys. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { passkeysQuery } from '../features/passkeys/get-passkeys.ts';
import { AddPasskey } from '../features/passkeys/passkey-dialogs.tsx';
import { PasskeyList } from '../features/passkeys/passkey-list.tsx';
import { ConsoleIcon } from '../lib/console-icon.tsx';
import { ListState } from '../lib/list-state.tsx';
import { Card, Page } from '../shell/page.tsx';

export default function PasskeysPage() {
	const { t } = useLingui();
	const read = useQuery(passkeysQuery);
	const [adding, setAdding] = useState(false);
	return (
		<Page
			title={t`Passkeys`}
			actions={
				<Button icon={<ConsoleIcon name="plus" />} onClick={() => setAdding(true)}>
					<Trans>Add a passkey</Trans>
				</Button>
			}
		>
			<p className="page-lead">
				<Trans>
					A passkey is a finger, a face or a code on a device of yours. The console asks for it before money, roles and
					void votes; it then counts for five minutes. Keep two, so that losing one locks nobody out.
				</Trans>
			</p>
			<Card tight>
				<ListState read={read} count={read.data?.passkeys.length} empty={<Trans>No passkeys yet</Trans>}>
					<PasskeyList passkeys={read.data?.passkeys} />
				</ListState>
			</Card>
			{adding && <AddPasskey onClose={() => setAdding(false)} />}
		</Page>
	);
}
