/** Lists the operator's own passkeys with name and last use. A lost one can be removed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import type { Passkey } from './get-passkeys.ts';
import { RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';
import './passkey-list.css';

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
