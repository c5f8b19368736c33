/** Operators and invitations, for owners. */
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
	changeOperator,
	getOperators,
	inviteOperator,
	withdrawInvitation,
} from '#contract/operator/operators/operators.ts';
import { removePasskeysOf } from '#contract/operator/operators/passkeys.ts';
import { endSessionsOf, operatorRole, type OperatorRole } from '#contract/operator/operators/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useRead } from '../lib/api/calls.tsx';
import { Card, Page, WaitsNotice } from '../shell/page.tsx';
import { SendButton, Steps, WhyDialog } from '../lib/dialogs/dialogs.tsx';
import { ConsoleIcon, CopiedAddress, TextInput } from '../lib/elements/elements.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import type { Read } from '../lib/lists/list-state.tsx';
import { roleName, roleWords, useSignedIn } from '../lib/session/operator.tsx';
import { DataTable } from '../lib/table/data-table.tsx';
import { Table, useTableView } from '../lib/table/table.tsx';
import { BASE, paths } from '../nouns.ts';

export default function OperatorsPage() {
	const read = useRead(getOperators, {});
	const [inviting, setInviting] = useState(false);
	return (
		<Page
			actions={
				<Button icon={<ConsoleIcon name="plus" />} onClick={() => setInviting(true)}>
					Invite
				</Button>
			}
		>
			<WaitsNotice kind="role_change" />
			<Card tight>
				<OperatorList operators={read.data?.operators} read={read} />
			</Card>
			{read.data && read.data.invitations.length > 0 && (
				<Card tight title="Invitations">
					<CopiedAddress address={CONSOLE_ADDRESS}>They sign in at</CopiedAddress>
					<Table
						label="Invitations"
						rows={read.data.invitations}
						rowKey={(row) => row.invitation_id}
						columns={[
							{ key: 'email', header: 'Email', strong: true, render: 'email' },
							{ key: 'role', header: 'Role', render: (row) => roleName(row.role) },
							{
								key: 'status',
								header: 'Status',
								render: ({ status }) => (
									<Tag tone={status === 'open' ? 'good' : 'neutral'}>{invitationStates[status]}</Tag>
								),
							},
							{ key: 'until', header: 'Valid until', room: 'much', time: 'expires_time' },
							{
								key: 'withdraw',
								header: 'Actions',
								fixed: true,
								align: 'end',
								render: ({ status, email, invitation_id }) =>
									status === 'open' && (
										<SendButton
											call={withdrawInvitation}
											input={{ params: { invitation_id } }}
											aria-label={`Withdraw the invitation of ${email}`}
										>
											Withdraw
										</SendButton>
									),
							},
						]}
					/>
				</Card>
			)}
			{inviting && <InviteDialog onClose={() => setInviting(false)} />}
		</Page>
	);
}

const invitationStates = { open: 'Open', claimed: 'Claimed', withdrawn: 'Withdrawn', expired: 'Expired' };
const CONSOLE_ADDRESS = `${location.origin}${BASE}`;

type ListedOperator = ReplyOf<typeof getOperators>['operators'][number];

const nameOf = ({ name, email }: ListedOperator) => name ?? email;

function OperatorList({ operators, read }: { operators: ListedOperator[] | undefined; read: Read }) {
	const { operator: self } = useSignedIn();
	const view = useTableView({ usual: 'asc', name: 'asc', seen: 'desc' });
	const isSelf = ({ operator_id: id }: ListedOperator) => id === self.operator_id;
	/** A number that a step brings to nothing. One's own are ended on another screen. */
	const withStep = (
		operator: ListedOperator,
		what: 'passkeys' | 'sessions',
		step: Omit<StepOf, 'when' | 'variant'>,
	) => (
		<span className="row wraps gap-2">
			{formatNumber(operator[what])}
			<OperatorStep {...step} operator={operator} when={!isSelf(operator) && operator[what] > 0} />
		</span>
	);
	return (
		<DataTable
			label="Operators"
			rows={operators}
			rowKey={(row) => row.operator_id}
			nameOf={nameOf}
			view={view}
			read={read}
			empty="No operators yet"
			tools={{ list: 'operators' }}
			columns={[
				{
					key: 'email',
					header: 'Operator',
					strong: true,
					sortAs: 'name',
					compareBy: nameOf,
					leads: (row) => paths.auditBy(row.operator_id),
					render: nameOf,
				},
				{ key: 'address', header: 'Email', room: 'much', render: 'email' },
				{
					key: 'role',
					header: 'Role',
					render: (row) =>
						row.removed ? (
							<Tag>Removed</Tag>
						) : (
							<span className="row wraps gap-2">
								{roleName(row.role)}
								{row.new && <Tag tone="warning">New: approves nothing for 24 hours</Tag>}
							</span>
						),
				},
				{
					key: 'seen',
					header: 'Last seen',
					room: 'some',
					sortAs: 'seen',
					compareBy: (row) => row.last_seen_time ?? 0,
					time: 'last_seen_time',
				},
				{
					key: 'passkeys',
					header: 'Passkeys',
					room: 'some',
					render: (row) =>
						withStep(row, 'passkeys', {
							call: removePasskeysOf,
							label: 'Delete',
							'aria-label': `Delete passkeys of ${row.email}`,
							title: `Delete the passkeys of ${row.email}?`,
							text: 'All their passkeys are deleted and their sessions end. Make sure that the request really comes from them.',
							done: 'Deleted. They can create a new passkey after signing in again.',
						}),
				},
				{
					key: 'sessions',
					header: 'Sessions',
					room: 'much',
					render: (row) =>
						withStep(row, 'sessions', {
							call: endSessionsOf,
							label: 'End',
							'aria-label': `End sessions of ${row.email}`,
							title: `End the sessions of ${row.email}?`,
							text: 'They are signed out at once and may sign in again. To keep them out, set their role to “Removed”.',
							action: 'End sessions',
							done: 'Ended. They have been signed out.',
						}),
				},
				{
					key: 'change',
					header: 'Actions',
					fixed: true,
					align: 'end',
					render: (row) =>
						isSelf(row) ? (
							'You'
						) : (
							<OperatorStep
								operator={row}
								when
								call={changeOperator}
								label="Change"
								aria-label={`Change ${row.email}`}
								renderDialog={(close) => <ChangeRole operator={row} onClose={close} />}
							/>
						),
				},
			]}
		/>
	);
}

type StepOf = Parameters<typeof Steps>[0]['steps'][string];

const OperatorStep = ({ operator: { operator_id: id }, ...step }: StepOf & { operator: ListedOperator }) => (
	<Steps params={{ operator_id: id }} steps={{ step: { variant: 'quiet', ...step } }} />
);

function ChangeRole({ operator, onClose }: { operator: ListedOperator; onClose: () => void }) {
	const [choice, setChoice] = useState<OperatorRole | 'removed'>(operator.removed ? 'removed' : operator.role);
	const removed = choice === 'removed';
	return (
		<WhyDialog
			title={operator.email}
			action="Change"
			done="Saved. They have been signed out."
			call={changeOperator}
			params={{ operator_id: operator.operator_id }}
			body={(why) => ({ version: operator.version, role: removed ? operator.role : choice, removed, why })}
			onClose={onClose}
		>
			<ChoiceField
				label="Role"
				hint={choice === 'removed' ? null : roleWords(choice)}
				value={choice}
				options={[
					...operatorRole.options.map((role) => [role, roleName(role)] as const),
					['removed', 'Removed: may not sign in'],
				]}
				onChange={setChoice}
			/>
		</WhyDialog>
	);
}

/** Invites an operator. The person who proves the address at the provider gets the role, once. */
function InviteDialog({ onClose }: { onClose: () => void }) {
	const [email, setEmail] = useState('');
	const [role, setRole] = useState<OperatorRole>('viewer');
	return (
		<WhyDialog
			title="Invite an operator"
			text="No mail is sent. Send them this address yourself: they sign in there with the email address below, and can change things once they have made a passkey."
			action="Invite"
			done={({ invitation }) =>
				invitation
					? 'Invited. They sign in at this console with that address.'
					: 'Not invited yet. Another owner has to approve the invitation.'
			}
			call={inviteOperator}
			body={(why) => ({ email: email.trim(), role, why })}
			onClose={onClose}
		>
			<CopiedAddress address={CONSOLE_ADDRESS} />
			<TextInput label="Email" type="email" autoComplete="off" value={email} onChange={setEmail} />
			<ChoiceField
				label="Role"
				hint={operatorRole.options.map((one) => (
					<span className="block" key={one}>
						{roleName(one)}: {roleWords(one)}
					</span>
				))}
				value={role}
				options={operatorRole.options.map((one) => [one, roleName(one)])}
				onChange={setRole}
			/>
		</WhyDialog>
	);
}
