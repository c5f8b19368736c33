/** Lists the operator's own sessions and ends single ones. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/primitives/button.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { useDateTime } from '../../lib/format/time.ts';
import { type ConsoleSession, useEndSession } from './get-sessions.ts';

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
