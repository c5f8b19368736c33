/** Lists the operator's own passkeys with name and last use. A lost one can be removed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { isProblem } from '#client/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type listPasskeys, removePasskey, renamePasskey } from '#contract/operator/operators/passkeys.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useSend, useWrite } from '../../lib/api/queries.ts';
import { Confirm } from '../../lib/dialogs/confirm.tsx';
import { useDateTime } from '../../lib/session/operator.tsx';
import { makePasskey } from '../../lib/step-up/passkey.ts';
import { PasskeyForm, SignInFirst } from '../../lib/step-up/step-up.tsx';
import './passkeys.css';

export function PasskeyList({ passkeys }: { passkeys: Passkey[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const [open, setOpen] = useState<{ what: 'rename' | 'remove'; passkey: Passkey } | null>(null);
	const close = () => setOpen(null);
	return (
		<>
			<Table
				label={t`Passkeys`}
				rows={passkeys}
				rowKey={(row) => row.passkey_id}
				columns={[
					{ key: 'name', header: t`Name`, strong: true, render: (row) => row.name },
					{ key: 'made', header: t`Created`, room: 'much', render: (row) => dateTime(row.created_time) },
					{
						key: 'used',
						header: t`Last used`,
						room: 'some',
						render: (row) => (row.used_time === null ? '–' : dateTime(row.used_time)),
					},
					{
						key: 'actions',
						header: <span className="visually-hidden">{t`Actions`}</span>,
						align: 'end',
						render: (passkey) => (
							<div className="passkey-actions">
								<Button
									variant="quiet"
									aria-label={t`Rename ${passkey.name}`}
									onClick={() => setOpen({ what: 'rename', passkey })}
								>
									<Trans>Rename</Trans>
								</Button>
								<Button
									variant="quiet"
									aria-label={t`Remove ${passkey.name}`}
									onClick={() => setOpen({ what: 'remove', passkey })}
								>
									<Trans>Remove</Trans>
								</Button>
							</div>
						),
					},
				]}
			/>
			{open?.what === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
			{open?.what === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
		</>
	);
}

interface Closable {
	onClose: () => void;
}

export function AddPasskey({ onClose }: Closable) {
	const { t } = useLingui();
	const heading = useId();
	const add = useWrite(makePasskey, onClose);
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			{isProblem(add.error, 'sign_in_again') ? (
				<SignInFirst heading={heading} onClose={onClose} />
			) : (
				<PasskeyForm
					heading={heading}
					title={t`Add a passkey`}
					action={t`Add`}
					busy={add.isPending}
					error={add.error}
					onClose={onClose}
					onName={add.mutate}
				/>
			)}
		</Dialog>
	);
}

function RenamePasskey({ passkey: { passkey_id, name: before }, onClose }: Closable & { passkey: Passkey }) {
	const { t } = useLingui();
	const heading = useId();
	const rename = useSend(renamePasskey, onClose);
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			<PasskeyForm
				heading={heading}
				title={t`Rename the passkey`}
				action={t`Rename`}
				name={before}
				busy={rename.isPending}
				error={rename.error}
				onClose={onClose}
				onName={(name) => rename.mutate({ params: { passkey_id }, body: { name } })}
			/>
		</Dialog>
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

type Passkey = ReplyOf<typeof listPasskeys>['passkeys'][number];
