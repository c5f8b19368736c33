/** Lists the operator's own sessions and ends single ones. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { endSession, listSessions, signOutEverywhere } from '#contract/operator/operators/sessions.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import { BASE } from '../../paths.ts';
import { call } from '../../lib/api/call.ts';

export function SessionList({ sessions }: { sessions: ConsoleSession[] | undefined }) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useErrorText();
	const dateTime = useDateTime();
	const end = useEndSession();
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
							<Tag tone="good">
								<Trans>This session</Trans>
							</Tag>
						) : (
							<Button
								variant="quiet"
								aria-label={t`End the session of ${nameOf(row)}`}
								busy={end.isPending && end.variables === row.session_id}
								onClick={() =>
									end.mutate(row.session_id, {
										onSuccess: () => toast(t`The session has ended`, 'success'),
										onError: (error) => toast(textOf(error)),
									})
								}
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
	const heading = useId();
	const textOf = useErrorText();
	const [open, setOpen] = useState(false);
	const leave = useSignOutEverywhere();
	const close = () => setOpen(false);
	// Reload the page, so that no data stays in memory.
	const submit = () => leave.mutate(undefined, { onSuccess: () => window.location.assign(BASE) });
	return (
		<>
			<Button variant="line" onClick={() => setOpen(true)}>
				<Trans>Sign out everywhere</Trans>
			</Button>
			<Dialog open={open} onClose={close} labelledBy={heading} shape="center">
				<div className="dialog-body">
					<h2 id={heading}>
						<Trans>Sign out everywhere?</Trans>
					</h2>
					<p>
						<Trans>All your sessions end at once, including this one. Unsaved changes are lost.</Trans>
					</p>
					{leave.error ? <FieldError>{textOf(leave.error)}</FieldError> : null}
					<div className="dialog-actions">
						<Button variant="quiet" onClick={close}>
							<Trans>Cancel</Trans>
						</Button>
						<Button busy={leave.isPending} onClick={submit}>
							<Trans>Sign out</Trans>
						</Button>
					</div>
				</div>
			</Dialog>
		</>
	);
}

type ConsoleSession = ReplyOf<typeof listSessions>['sessions'][number];

export const sessionsQuery = queryOptions({
	queryKey: ['sessions'],
	queryFn: ({ signal }) => call(listSessions, {}, { signal }),
});

function useEndSession() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: number) => call(endSession, { params: { session_id: id } }),
		onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
	});
}

function useSignOutEverywhere() {
	return useMutation({ mutationFn: () => call(signOutEverywhere, {}) });
}
