/** Lists the operator's own sessions and ends single ones. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { endSession, type listSessions, signOutEverywhere } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { call } from '../../lib/api/call.ts';
import { useErrorToast } from '../../lib/api/error-text.tsx';
import { useSend } from '../../lib/api/queries.ts';
import { Confirm } from '../../lib/dialogs/confirm.tsx';
import { useDateTime } from '../../lib/session/operator.tsx';
import { BASE } from '../../paths.ts';

export function SessionList({ sessions }: { sessions: ConsoleSession[] | undefined }) {
	const { t } = useLingui();
	const toast = useToast();
	const toastError = useErrorToast();
	const dateTime = useDateTime();
	const end = useSend(endSession, () => toast(t`The session has ended`, 'success'));
	const nameOf = ({ browser }: ConsoleSession) => browser || t`Unknown browser`;
	return (
		<Table
			label={t`Sessions`}
			rows={sessions}
			rowKey={(row) => row.session_id}
			columns={[
				{ key: 'browser', header: t`Browser`, strong: true, render: nameOf },
				{ key: 'started', header: t`Signed in`, render: (row) => dateTime(row.started_time) },
				{ key: 'used', header: t`Last used`, room: 'some', render: (row) => dateTime(row.used_time) },
				{ key: 'ends', header: t`Ends no later than`, room: 'much', render: (row) => dateTime(row.ends_time) },
				{
					key: 'end',
					header: <span className="visually-hidden">{t`Actions`}</span>,
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

type ConsoleSession = ReplyOf<typeof listSessions>['sessions'][number];
