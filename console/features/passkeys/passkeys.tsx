/** Lists the operator's own passkeys with name and last use. A lost one can be removed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isProblem } from '#client/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listPasskeys, removePasskey, renamePasskey } from '#contract/operator/operators/passkeys.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { readOf, useSend, useWrite } from '../../lib/api/queries.ts';
import { Confirm } from '../../lib/dialogs/confirm.tsx';
import { makePasskey } from '../../lib/step-up/passkey.ts';
import { PasskeyForm, SignInFirst } from '../../lib/step-up/step-up.tsx';
import { ReadRows } from '../../lib/table/table.tsx';

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
