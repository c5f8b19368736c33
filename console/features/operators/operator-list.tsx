/** Lists all operators with their roles. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { changeOperator, type getOperators } from '#contract/operator/operators/operators.ts';
import { removePasskeysOf } from '#contract/operator/operators/passkeys.ts';
import { endSessionsOf, type OperatorRole, operatorRole } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { CellLink } from '../../lib/elements/links.tsx';
import { ChoiceField } from '../../lib/form/fields.tsx';
import type { Read } from '../../lib/lists/list-state.tsx';
import { RoleName, useDateTime, useRoleName, useSignedIn } from '../../lib/session/operator.tsx';
import { DataTable } from '../../lib/table/data-table.tsx';
import { useTableView } from '../../lib/table/table-view.ts';
import { paths } from '../../paths.ts';
import './operator-list.css';

type ListedOperator = ReplyOf<typeof getOperators>['operators'][number];

const nameOf = ({ name, email }: ListedOperator) => name ?? email;

export function OperatorList({ operators, read }: { operators: ListedOperator[] | undefined; read: Read }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const { operator: self } = useSignedIn();
	const view = useTableView({ usual: 'asc', name: 'asc', seen: 'desc' });
	const [asked, setAsked] = useState<{ Dialog: typeof ChangeOperator; operator: ListedOperator } | null>(null);
	/** A number that a button brings to nothing. One's own are ended on another screen. */
	const withButton = (row: ListedOperator, count: number, label: string, text: string, Dialog: typeof EndSessionsOf) =>
		row.operator_id === self.operator_id || count === 0 ? (
			formatNumber(count)
		) : (
			<span className="operator-count">
				{formatNumber(count)}
				<Button variant="quiet" aria-label={label} onClick={() => setAsked({ Dialog, operator: row })}>
					{text}
				</Button>
			</span>
		);
	return (
		<>
			<DataTable
				label={t`Operators`}
				rows={operators}
				rowKey={(row) => row.operator_id}
				nameOf={nameOf}
				view={view}
				read={read}
				nothing={<Empty lit={false} title={<Trans>No operators yet</Trans>} />}
				tools={{ list: 'operators' }}
				columns={[
					{
						key: 'email',
						header: t`Operator`,
						strong: true,
						sortAs: 'name',
						compareBy: nameOf,
						render: (row) => <CellLink to={paths.auditBy(row.operator_id)}>{nameOf(row)}</CellLink>,
					},
					{ key: 'address', header: t`Email`, room: 'much', render: (row) => row.email },
					{
						key: 'role',
						header: t`Role`,
						render: (row) =>
							row.removed ? (
								<Tag>{t`Removed`}</Tag>
							) : (
								<span className="operator-role">
									<RoleName role={row.role} />
									{row.new && <Tag tone="warning">{t`New`}</Tag>}
								</span>
							),
					},
					{
						key: 'seen',
						header: t`Last seen`,
						room: 'some',
						sortAs: 'seen',
						compareBy: (row) => row.last_seen_time ?? 0,
						render: (row) => (row.last_seen_time === null ? '–' : dateTime(row.last_seen_time)),
					},
					{
						key: 'passkeys',
						header: t`Passkeys`,
						room: 'some',
						render: (row) =>
							withButton(row, row.passkeys, t`Remove passkeys of ${row.email}`, t`Remove`, RemovePasskeysOf),
					},
					{
						key: 'sessions',
						header: t`Sessions`,
						room: 'much',
						render: (row) => withButton(row, row.sessions, t`End sessions of ${row.email}`, t`End`, EndSessionsOf),
					},
					{
						key: 'change',
						header: t`Actions`,
						fixed: true,
						align: 'end',
						render: (row) =>
							row.operator_id === self.operator_id ? (
								<Trans>You</Trans>
							) : (
								<Button
									variant="quiet"
									aria-label={t`Change ${row.email}`}
									onClick={() => setAsked({ Dialog: ChangeOperator, operator: row })}
								>
									<Trans>Change</Trans>
								</Button>
							),
					},
				]}
			/>
			{asked && <asked.Dialog operator={asked.operator} onClose={() => setAsked(null)} />}
		</>
	);
}

interface DialogProps {
	operator: ListedOperator;
	onClose: () => void;
}

function ChangeOperator({ operator, onClose }: DialogProps) {
	const { t } = useLingui();
	const roleName = useRoleName();
	const [choice, setChoice] = useState<OperatorRole | 'removed'>(operator.removed ? 'removed' : operator.role);
	const removed = choice === 'removed';
	return (
		<WhyDialog
			title={operator.email}
			action={<Trans>Change</Trans>}
			done={t`Saved. They have been signed out.`}
			call={changeOperator}
			params={{ operator_id: operator.operator_id }}
			body={(why) => ({ version: operator.version, role: removed ? operator.role : choice, removed, why })}
			onClose={onClose}
		>
			<ChoiceField
				label={t`Role`}
				value={choice}
				options={[
					...operatorRole.options.map((role) => [role, roleName(role)] as const),
					['removed', t`Removed: may not sign in`],
				]}
				onChange={setChoice}
			/>
		</WhyDialog>
	);
}

/** Ends all sessions of a colleague, whose account may be in other hands. */
function EndSessionsOf({ operator, onClose }: DialogProps) {
	const { t } = useLingui();
	return (
		<WhyDialog
			title={t`End the sessions of ${operator.email}?`}
			text={
				<Trans>They are signed out at once and may sign in again. To keep them out, set their role to “Removed”.</Trans>
			}
			action={<Trans>End sessions</Trans>}
			done={t`Ended. They have been signed out.`}
			call={endSessionsOf}
			params={{ operator_id: operator.operator_id }}
			onClose={onClose}
		/>
	);
}

/** Removes the passkeys of an operator who has lost them. */
function RemovePasskeysOf({ operator, onClose }: DialogProps) {
	const { t } = useLingui();
	return (
		<WhyDialog
			title={t`Remove the passkeys of ${operator.email}?`}
			text={
				<Trans>
					All their passkeys are removed and their sessions end. Make sure that the request really comes from them.
				</Trans>
			}
			action={<Trans>Remove</Trans>}
			done={t`Removed. They can create a new passkey after signing in again.`}
			call={removePasskeysOf}
			params={{ operator_id: operator.operator_id }}
			onClose={onClose}
		/>
	);
}
