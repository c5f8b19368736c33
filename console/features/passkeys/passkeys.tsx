/** Lists the operator's own passkeys with name and last use. A lost one can be removed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isProblem } from '#client/problem.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listPasskeys, removePasskey, renamePasskey } from '#contract/operator/operators/passkeys.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { PasskeyForm, SignInFirst } from '../../lib/step-up/step-up.tsx';
import { call } from '../../lib/api/call.ts';
import { useDateTime, useReadAgain } from '../../lib/session/operator.tsx';
import { makePasskey } from '../../lib/step-up/passkey.ts';
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

/** Dialogs for the actions on passkeys. */
export function AddPasskey({ onClose }: Closable) {
	const { t } = useLingui();
	const heading = useId();
	const add = useAddPasskey();
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
					onName={(name) => add.mutate(name, { onSuccess: onClose })}
				/>
			)}
		</Dialog>
	);
}

function RenamePasskey({ passkey, onClose }: Closable & { passkey: Passkey }) {
	const { t } = useLingui();
	const heading = useId();
	const rename = useRenamePasskey();
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			<PasskeyForm
				heading={heading}
				title={t`Rename the passkey`}
				action={t`Rename`}
				name={passkey.name}
				busy={rename.isPending}
				error={rename.error}
				onClose={onClose}
				onName={(name) => rename.mutate({ id: passkey.passkey_id, name }, { onSuccess: onClose })}
			/>
		</Dialog>
	);
}

function RemovePasskey({ passkey, onClose }: Closable & { passkey: Passkey }) {
	const { t } = useLingui();
	const heading = useId();
	const toast = useToast();
	const textOf = useErrorText();
	const remove = useRemovePasskey();
	function submit() {
		remove.mutate(passkey.passkey_id, {
			onSuccess: () => {
				toast(t`Removed`, 'success');
				onClose();
			},
		});
	}
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			<div className="dialog-body">
				<h2 id={heading}>{t`Remove ${passkey.name}?`}</h2>
				<p>
					<Trans>The passkey no longer works here. Your device may still list it.</Trans>
				</p>
				{remove.error ? <FieldError>{textOf(remove.error)}</FieldError> : null}
				<div className="dialog-actions">
					<Button variant="quiet" onClick={onClose}>
						<Trans>Cancel</Trans>
					</Button>
					<Button busy={remove.isPending} onClick={submit}>
						<Trans>Remove</Trans>
					</Button>
				</div>
			</div>
		</Dialog>
	);
}

type Passkey = ReplyOf<typeof listPasskeys>['passkeys'][number];

export const passkeysQuery = queryOptions({
	queryKey: ['passkeys'],
	queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
});

function useAddPasskey() {
	const readAgain = useReadAgain();
	return useChange((name: string) => makePasskey(name).then(readAgain));
}

const useRenamePasskey = () =>
	useChange(({ id, name }: { id: number; name: string }) =>
		call(renamePasskey, { params: { passkey_id: id }, body: { name } }),
	);

const useRemovePasskey = () => useChange((id: number) => call(removePasskey, { params: { passkey_id: id } }));

function useChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }) });
}
