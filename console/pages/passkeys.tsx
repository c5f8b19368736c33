/** Shows the operator’s own passkeys and active sessions. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listPasskeys, removePasskey, renamePasskey } from '#contract/operator/operators/passkeys.ts';
import { endSession, listSessions, signOutEverywhere } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { readAgain, useRead, useSend } from '../lib/api/calls.tsx';
import { AskFirst, SendButton, TextDialog } from '../lib/dialogs/dialogs.tsx';
import { ConsoleIcon } from '../lib/elements/elements.tsx';
import { MakePasskey, passkeyName } from '../lib/step-up/step-up.tsx';
import { ReadRows } from '../lib/table/table.tsx';
import { BASE } from '../nouns.ts';
import { Card, Page } from '../shell/page.tsx';

export default function PasskeysPage() {
	const client = useQueryClient();
	const [adding, setAdding] = useState(false);
	const close = () => setAdding(false);
	return (
		<Page
			title="Passkeys and sessions"
			actions={
				<>
					<AskFirst
						call={signOutEverywhere}
						input={{}}
						label="Sign out everywhere"
						title="Sign out everywhere?"
						text="All your sessions end at once, including this one. Unsaved changes are lost."
						action="Sign out"
						leaves
						// Reload the page, so that no data stays in memory.
						onSent={() => window.location.assign(BASE)}
					/>
					<Button icon={<ConsoleIcon name="plus" />} onClick={() => setAdding(true)}>
						Add a passkey
					</Button>
				</>
			}
		>
			<Card tight title="Passkeys">
				<PasskeyList />
			</Card>
			<Card tight title="Sessions">
				<SessionList />
			</Card>
			{adding && (
				<MakePasskey
					title="Add a passkey"
					action="Add"
					onDone={() => void readAgain(client).then(close)}
					onClose={close}
				/>
			)}
		</Page>
	);
}

type Passkey = ReplyOf<typeof listPasskeys>['passkeys'][number];

function PasskeyList() {
	const read = useRead(listPasskeys, {});
	const [renamed, setRenamed] = useState<Passkey | null>(null);
	return (
		<>
			<ReadRows
				read={read}
				rows={read.data?.passkeys}
				label="Passkeys"
				empty="No passkeys yet"
				rowKey={(row) => row.passkey_id}
				columns={[
					{ key: 'name', header: 'Name', strong: true, render: 'name' },
					{ key: 'made', header: 'Created', room: 'much', time: 'created_time' },
					{ key: 'used', header: 'Last used', room: 'some', time: 'used_time' },
					{
						key: 'actions',
						header: 'Actions',
						fixed: true,
						align: 'end',
						render: (passkey) => (
							<div className="row wraps gap-2 actions-end">
								<Button variant="quiet" aria-label={`Rename ${passkey.name}`} onClick={() => setRenamed(passkey)}>
									Rename
								</Button>
								<AskFirst
									variant="quiet"
									aria-label={`Delete ${passkey.name}`}
									call={removePasskey}
									input={{ params: { passkey_id: passkey.passkey_id } }}
									label="Delete"
									title={`Delete ${passkey.name}?`}
									text="The passkey no longer works here. Your device may still list it."
									done="Deleted"
								/>
							</div>
						),
					},
				]}
			/>
			{renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(null)} />}
		</>
	);
}

function RenamePasskey({ passkey: { passkey_id, name: before }, onClose }: { passkey: Passkey; onClose: () => void }) {
	const rename = useSend(renamePasskey, onClose);
	return (
		<TextDialog
			field={passkeyName}
			title="Rename the passkey"
			action="Rename"
			initial={before}
			busy={rename.isPending}
			error={rename.error}
			onClose={onClose}
			onText={(name) => rename.mutate({ params: { passkey_id }, body: { name } })}
		/>
	);
}

function SessionList() {
	const read = useRead(listSessions, {});
	const nameOf = ({ browser }: { browser: string }) => browser || 'Unknown browser';
	return (
		<ReadRows
			read={read}
			rows={read.data?.sessions}
			label="Sessions"
			empty="No open sessions"
			rowKey={(row) => row.session_id}
			columns={[
				{ key: 'browser', header: 'Browser', strong: true, render: nameOf },
				{ key: 'started', header: 'Signed in', time: 'started_time' },
				{ key: 'used', header: 'Last used', room: 'some', time: 'used_time' },
				{ key: 'ends', header: 'Ends no later than', room: 'much', time: 'ends_time' },
				{
					key: 'end',
					header: 'Actions',
					fixed: true,
					align: 'end',
					render: (row) =>
						row.current ? (
							<Tag tone="good">This session</Tag>
						) : (
							<SendButton
								call={endSession}
								input={{ params: { session_id: row.session_id } }}
								done="The session has ended"
								aria-label={`End the session of ${nameOf(row)}`}
							>
								End
							</SendButton>
						),
				},
			]}
		/>
	);
}
