/** Shows the operator’s own passkeys and active sessions. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '#client/call.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listPasskeys, removePasskey, renamePasskey } from '#contract/operator/operators/passkeys.ts';
import { endSession, listSessions, signOutEverywhere } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { call } from '../lib/api/call.ts';
import { useErrorToast } from '../lib/api/error-text.tsx';
import { readOf, useSend, useWrite } from '../lib/api/queries.ts';
import { Confirm } from '../lib/dialogs/confirm.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { makePasskey } from '../lib/step-up/passkey.ts';
import { PasskeyForm, SignInFirst } from '../lib/step-up/step-up.tsx';
import { ReadRows } from '../lib/table/table.tsx';
import { BASE } from '../paths.ts';
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

type Passkey = ReplyOf<typeof listPasskeys>['passkeys'][number];

export function PasskeyList() {
	const { t } = useLingui();
	const read = useQuery(readOf(listPasskeys, {}));
	const [open, setOpen] = useState<{ Shown: typeof RenamePasskey; passkey: Passkey } | null>(null);
	return (
		<>
			<ReadRows
				read={read}
				rows={read.data?.passkeys}
				label={t`Passkeys`}
				empty={<Trans>No passkeys yet</Trans>}
				rowKey={(row) => row.passkey_id}
				columns={[
					{ key: 'name', header: t`Name`, strong: true, render: (row) => row.name },
					{ key: 'made', header: t`Created`, room: 'much', time: (row) => row.created_time },
					{ key: 'used', header: t`Last used`, room: 'some', time: (row) => row.used_time },
					{
						key: 'actions',
						header: t`Actions`,
						fixed: true,
						align: 'end',
						render: (passkey) => (
							<div className="actions actions-end">
								<Button
									variant="quiet"
									aria-label={t`Rename ${passkey.name}`}
									onClick={() => setOpen({ Shown: RenamePasskey, passkey })}
								>
									<Trans>Rename</Trans>
								</Button>
								<Button
									variant="quiet"
									aria-label={t`Remove ${passkey.name}`}
									onClick={() => setOpen({ Shown: RemovePasskey, passkey })}
								>
									<Trans>Remove</Trans>
								</Button>
							</div>
						),
					},
				]}
			/>
			{open && <open.Shown passkey={open.passkey} onClose={() => setOpen(null)} />}
		</>
	);
}

interface Closable {
	onClose: () => void;
}

export function AddPasskey({ onClose }: Closable) {
	const { t } = useLingui();
	const add = useWrite(makePasskey, onClose);
	if (isProblem(add.error, 'sign_in_again')) return <SignInFirst onClose={onClose} />;
	return (
		<PasskeyForm
			title={t`Add a passkey`}
			action={t`Add`}
			busy={add.isPending}
			error={add.error}
			onClose={onClose}
			onText={add.mutate}
		/>
	);
}

function RenamePasskey({ passkey: { passkey_id, name: before }, onClose }: Closable & { passkey: Passkey }) {
	const { t } = useLingui();
	const rename = useSend(renamePasskey, onClose);
	return (
		<PasskeyForm
			title={t`Rename the passkey`}
			action={t`Rename`}
			initial={before}
			busy={rename.isPending}
			error={rename.error}
			onClose={onClose}
			onText={(name) => rename.mutate({ params: { passkey_id }, body: { name } })}
		/>
	);
}

function RemovePasskey({ passkey: { passkey_id, name }, onClose }: Closable & { passkey: Passkey }) {
	const { t } = useLingui();
	const toast = useToast();
	const remove = useSend(removePasskey, () => {
		toast(t`Removed`, 'success');
		onClose();
	});
	return (
		<Confirm
			title={t`Remove ${name}?`}
			text={<Trans>The passkey no longer works here. Your device may still list it.</Trans>}
			action={<Trans>Remove</Trans>}
			busy={remove.isPending}
			error={remove.error}
			onClose={onClose}
			onDo={() => remove.mutate({ params: { passkey_id } })}
		/>
	);
}

export function SessionList() {
	const { t } = useLingui();
	const toast = useToast();
	const toastError = useErrorToast();
	const read = useQuery(readOf(listSessions, {}));
	const end = useSend(endSession, () => toast(t`The session has ended`, 'success'));
	const nameOf = ({ browser }: { browser: string }) => browser || t`Unknown browser`;
	return (
		<ReadRows
			read={read}
			rows={read.data?.sessions}
			label={t`Sessions`}
			empty={<Trans>No open sessions</Trans>}
			rowKey={(row) => row.session_id}
			columns={[
				{ key: 'browser', header: t`Browser`, strong: true, render: nameOf },
				{ key: 'started', header: t`Signed in`, time: (row) => row.started_time },
				{ key: 'used', header: t`Last used`, room: 'some', time: (row) => row.used_time },
				{ key: 'ends', header: t`Ends no later than`, room: 'much', time: (row) => row.ends_time },
				{
					key: 'end',
					header: t`Actions`,
					fixed: true,
					align: 'end',
					render: (row) =>
						row.current ? (
							<Tag tone="good">{t`This session`}</Tag>
						) : (
							<Button
								variant="quiet"
								aria-label={t`End the session of ${nameOf(row)}`}
								busy={end.isPending && end.variables.params.session_id === row.session_id}
								onClick={() => end.mutate({ params: { session_id: row.session_id } }, { onError: toastError })}
							>
								<Trans>End</Trans>
							</Button>
						),
				},
			]}
		/>
	);
}

/** Ends every session of the operator, including this one, after a confirmation. */
export function SignOutEverywhere() {
	const [open, setOpen] = useState(false);
	const leave = useMutation({
		mutationFn: () => call(signOutEverywhere, {}),
		// Reload the page, so that no data stays in memory.
		onSuccess: () => window.location.assign(BASE),
	});
	return (
		<>
			<Button variant="line" onClick={() => setOpen(true)}>
				<Trans>Sign out everywhere</Trans>
			</Button>
			<Confirm
				open={open}
				title={<Trans>Sign out everywhere?</Trans>}
				text={<Trans>All your sessions end at once, including this one. Unsaved changes are lost.</Trans>}
				action={<Trans>Sign out</Trans>}
				busy={leave.isPending}
				error={leave.error}
				onClose={() => setOpen(false)}
				onDo={() => leave.mutate()}
			/>
		</>
	);
}
