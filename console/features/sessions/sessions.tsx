/** Lists the operator's own sessions and ends single ones. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endSession, listSessions, signOutEverywhere } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { call } from '../../lib/api/call.ts';
import { useErrorToast } from '../../lib/api/error-text.tsx';
import { readOf, useSend } from '../../lib/api/queries.ts';
import { Confirm } from '../../lib/dialogs/confirm.tsx';
import { ReadRows } from '../../lib/table/table.tsx';
import { BASE } from '../../paths.ts';

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
