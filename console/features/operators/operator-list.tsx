/** Lists all operators with their roles. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { operatorRole } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SelectField } from '#ui/primitives/form-field.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useSignedIn } from '../../lib/session/operator.tsx';
import { RoleName, useRoleName } from '../../lib/session/role-name.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { DataTable, type DataTableProps } from '../../lib/table/data-table.tsx';
import { useTableView } from '../../lib/table/table-view.ts';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { paths } from '../../paths.ts';
import { EndSessionsOf } from './end-sessions-of.tsx';
import { RemovePasskeysOf } from './remove-passkeys-of.tsx';
import { type ListedOperator, useChangeOperator } from './get-operators.ts';
import './operator-list.css';

const nameOf = ({ name, email }: ListedOperator) => name ?? email;

interface Props extends Pick<DataTableProps<ListedOperator>, 'read'> {
	operators: ListedOperator[] | undefined;
}

export function OperatorList({ operators, read }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const { operator: self } = useSignedIn();
	const view = useTableView({ usual: 'asc', name: 'asc', seen: 'desc' });
	const [changing, setChanging] = useState<ListedOperator | null>(null);
	const [ending, setEnding] = useState<ListedOperator | null>(null);
	const [losing, setLosing] = useState<ListedOperator | null>(null);
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
						render: (row) => (
							<Link className="cell-link" to={paths.auditBy(row.operator_id)}>
								{nameOf(row)}
							</Link>
						),
					},
					{ key: 'address', header: t`Email`, room: 'much', render: (row) => row.email },
					{
						key: 'role',
						header: t`Role`,
						render: (row) =>
							row.removed ? (
								<Tag>
									<Trans>Removed</Trans>
								</Tag>
							) : (
								<span className="operator-role">
									<RoleName role={row.role} />
									{row.new && (
										<Tag tone="warning">
											<Trans>New</Trans>
										</Tag>
									)}
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
							row.operator_id === self.operator_id || row.passkeys === 0 ? (
								formatNumber(row.passkeys)
							) : (
								<span className="operator-count">
									{formatNumber(row.passkeys)}
									<Button
										variant="quiet"
										aria-label={t`Remove passkeys of ${row.email}`}
										onClick={() => setLosing(row)}
									>
										<Trans>Remove</Trans>
									</Button>
								</span>
							),
					},
					{
						key: 'sessions',
						header: t`Sessions`,
						room: 'much',
						render: (row) =>
							row.operator_id === self.operator_id || row.sessions === 0 ? (
								formatNumber(row.sessions)
							) : (
								<span className="operator-count">
									{formatNumber(row.sessions)}
									<Button variant="quiet" aria-label={t`End sessions of ${row.email}`} onClick={() => setEnding(row)}>
										<Trans>End</Trans>
									</Button>
								</span>
							),
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
								<Button variant="quiet" aria-label={t`Change ${row.email}`} onClick={() => setChanging(row)}>
									<Trans>Change</Trans>
								</Button>
							),
					},
				]}
			/>
			{changing && <ChangeOperator operator={changing} onClose={() => setChanging(null)} />}
			{ending && <EndSessionsOf operator={ending} onClose={() => setEnding(null)} />}
			{losing && <RemovePasskeysOf operator={losing} onClose={() => setLosing(null)} />}
		</>
	);
}

function ChangeOperator({ operator, onClose }: { operator: ListedOperator; onClose: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const roleName = useRoleName();
	const change = useChangeOperator();
	const [choice, setChoice] = useState<string>(operator.removed ? 'removed' : operator.role);
	function submit(why: string) {
		const role = operatorRole.options.find((option) => option === choice) ?? operator.role;
		const { operator_id: id, version } = operator;
		change.mutate(
			{ id, version, role, removed: choice === 'removed', why },
			{
				onSuccess: ({ approval_id: waits }) => {
					const done = t`Saved. They have been signed out.`;
					toast(waits === null ? done : t`Waiting for another owner’s approval. Nothing has changed yet.`, 'success');
					onClose();
				},
			},
		);
	}
	return (
		<WhyDialog
			open
			title={operator.email}
			action={<Trans>Change</Trans>}
			busy={change.isPending}
			error={change.error}
			onClose={onClose}
			onDo={submit}
		>
			<SelectField label={t`Role`} value={choice} onChange={(event) => setChoice(event.target.value)}>
				{operatorRole.options.map((role) => (
					<option key={role} value={role}>
						{roleName(role)}
					</option>
				))}
				<option value="removed">{t`Removed: may not sign in`}</option>
			</SelectField>
		</WhyDialog>
	);
}
