/** Fans: the list, or the page of one. */
import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
	adjustGems,
	deleteFan,
	exportFanData,
	fanFilter,
	keepFan,
	listFans,
	logFanOut,
	readFan,
	restoreFan,
	suspendFan,
} from '#contract/operator/accounts.ts';
import { setFansSuspended } from '#contract/operator/lists/bulk.ts';
import { exportedColumns, exportFans } from '#contract/operator/lists/exports.ts';
import { FanRecords } from '../features/fans/fan-records.tsx';
import { OrdersOf } from '../features/orders/order-records.tsx';
import { useRead } from '../lib/api/calls.tsx';
import type { RowOf } from '../lib/lists/list-state.tsx';
import { Steps, WhyDialog } from '../lib/dialogs/dialogs.tsx';
import { Facts, type Looks, saveFile, StateTag } from '../lib/elements/elements.tsx';
import type { Whole } from '../lib/form/contract-form.ts';
import { NumberField, numberIn } from '../lib/form/fields.tsx';
import { countryName } from '../lib/format/values.ts';
import { useDateTime, useSignedIn } from '../lib/session/operator.tsx';
import { type BulkAction, told } from '../lib/table/table.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { paths } from '../nouns.ts';
import { Card, listOrOne, OnePage } from '../shell/page.tsx';
import '../features/fans/fan.css';
import '../lib/form/editor-form.css';

export default listOrOne(Fans, OneFan);

function Fans() {
	const { operator, entered } = useSignedIn();
	const mayRead = entered && operator.role !== 'viewer';
	return (
		<ListPage
			of={{ noun: 'fan', list: listFans }}
			sorts={{ joined: 'desc' }}
			filters={[{ name: 'status', label: 'Status', options: fanFilter.options.map((one) => [one, statuses[one][1]]) }]}
			search={mayRead ? 'Email, name or number' : 'Full email, name or number'}
			nameOf={fanName}
			none="No fans yet"
			hint="Fans appear here as soon as they have signed in for the first time."
			bulk={actions}
			file={{ endpoint: exportFans, fileName: 'fans.csv', columns: exportedColumns.fans, isPersonal: true }}
			columns={[
				{ key: 'name', header: 'Fan' },
				{ key: 'id', header: 'Number', room: 'much', render: 'fan_id' },
				{ key: 'email', header: 'Email', room: 'some', render: (fan) => fan.email ?? '–' },
				{ key: 'country', header: 'Country', room: 'much', render: (fan) => fan.country ?? '–' },
				{ key: 'joined', header: 'Joined', room: 'much', sortAs: 'joined', time: 'joined_time' },
				{ key: 'status', header: 'Status', render: (fan) => <StateTag looks={statuses} state={fan.status} /> },
				{
					key: 'gems',
					header: 'Gems',
					strong: true,
					exportAs: ['earned', 'purchased'],
					count: (fan) => fan.earned + fan.purchased,
				},
			]}
		/>
	);
}

const action = (suspended: boolean, ...words: Parameters<typeof told>): BulkAction<ListedFan> => ({
	...told(...words),
	endpoint: setFansSuspended,
	needsReason: true,
	body: (fans, why) => ({ fan_ids: fans.map((fan) => fan.fan_id), suspended, why: why || null }),
	undo: (done, why) => ({ fan_ids: done.map(({ id }) => Number(id)), suspended: !suspended, why }),
});
const [end, canAgain] = ['End the suspension of these fans?', 'Can vote, check in and buy again'];

/** What can be done to several fans at once. */
const actions = [
	action(true, 'Suspend', 'Suspend these fans?', 'Cannot vote, check in or buy', 'Suspended', 'Already suspended'),
	action(false, 'End suspension', end, canAgain, 'Not suspended', 'Not suspended'),
];

function OneFan(props: { id: string }) {
	const id = Number(props.id);
	const read = useRead(readFan, { params: { fan_id: id } });
	const fan = read.data?.fan;
	return (
		<OnePage
			of={['fan_id', id]}
			title={fan ? fanName(fan) : 'Fan'}
			read={read}
			first={
				fan && (
					<>
						<FanFacts fan={fan} />
						<FanSteps fan={fan} />
					</>
				)
			}
		>
			<Card tight>
				<FanRecords fanId={id} orders={<OrdersOf fanId={id} />} />
			</Card>
		</OnePage>
	);
}

type ListedFan = RowOf<typeof listFans>;
export type Fan = ReplyOf<typeof readFan>['fan'];

function FanFacts({ fan }: { fan: Fan }) {
	const dateTime = useDateTime();
	return (
		<>
			<p className="row wraps gap-2 fan-tags mb-4">
				<StateTag looks={statuses} state={fan.status} />
			</p>
			{fan.erase_time && (
				<p className="note block mb-4 rounded tone-2">
					The account will be deleted on {dateTime(fan.erase_time)}, unless the fan signs in again before then.
				</p>
			)}
			<Facts
				facts={[
					{ name: 'Gems', value: <b>{formatNumber(fan.earned + fan.purchased)}</b> },
					fan.locked_by !== null && {
						name: 'Gems locked by',
						value: <Link to={paths.one('cases', fan.locked_by)}>Case {fan.locked_by}</Link>,
					},
					{ name: 'Earned', value: formatNumber(fan.earned) },
					{ name: 'Bought', value: formatNumber(fan.purchased) },
					{ name: 'Email', value: fan.email ?? '–' },
					{ name: 'Signs in with', value: fan.identities.length === 0 ? '–' : <Identities fan={fan} /> },
					{ name: 'Country', value: fan.country === null ? '–' : countryName(fan.country) },
					{ name: 'Joined', value: dateTime(fan.joined_time) },
					{ name: 'Open sessions', value: formatNumber(fan.active_sessions) },
					{ name: 'Number', value: fan.fan_id },
				]}
			/>
		</>
	);
}

const Identities = ({ fan: { identities } }: { fan: Fan }) => (
	<ul>
		{identities.map(({ provider, login_email: email }) => (
			<li key={`${provider} ${email ?? ''}`}>{email === null ? provider : `${provider}: ${email}`}</li>
		))}
	</ul>
);

/** Returns the fan's name. Before registration and after deletion there is none, so it shows the fan's number. */
const fanName = ({ name, fan_id: id }: Pick<ListedFan, 'name' | 'fan_id'>): string => name ?? `Fan ${id}`;

const statuses: Looks<ListedFan['status']> = {
	deleted: ['neutral', 'Deleted'],
	leaving: ['warning', 'Will be deleted'],
	suspended: ['bad', 'Suspended'],
	locked: ['bad', 'Gems locked'],
	in_debt: ['bad', 'In debt'],
	not_registered: ['neutral', 'Not registered'],
	active: ['good', 'Active'],
};

function FanSteps({ fan }: { fan: Fan }) {
	const name = fanName(fan);
	if (fan.erased) return null;
	return (
		<div className="steps row wraps gap-2 mt-5">
			<Steps
				params={{ fan_id: fan.fan_id }}
				steps={{
					adjust: {
						call: adjustGems,
						when: true,
						label: 'Adjust gems',
						renderDialog: (close) => <AdjustDialog fan={fan} onClose={close} />,
					},
					suspend: {
						call: suspendFan,
						when: !fan.suspended,
						label: 'Suspend',
						title: `Suspend ${name}?`,
						text: 'The fan can still log in, but cannot vote, check in or buy.',
						done: 'Suspended',
					},
					restore: {
						call: restoreFan,
						when: fan.suspended,
						label: 'End suspension',
						title: `End the suspension of ${name}?`,
						text: 'The fan can vote, check in and buy again at once.',
						done: 'The suspension has ended',
					},
					logOut: {
						call: logFanOut,
						when: fan.active_sessions > 0,
						label: 'End all sessions',
						title: `End all sessions of ${name}?`,
						text: 'The fan is logged out at once on every device.',
						action: 'End them',
						done: 'All sessions have ended',
					},
					keep: {
						call: keepFan,
						when: fan.erase_time !== null,
						label: 'Cancel deletion',
						title: `Cancel the deletion of ${name}?`,
						text: 'The account and its gems stay. The fan can sign in again as before.',
						done: 'The account stays',
					},
					data: {
						call: exportFanData,
						when: fan.registered,
						label: 'Data of the fan',
						title: `Save the data of ${name}?`,
						text: 'Everything that the site stores about this fan, as a file: what they would get under My Account. Only if the fan has asked for it. The audit trail records it.',
						action: 'Save the file',
						done(data) {
							saveFile(new Blob([JSON.stringify(data, null, '\t')], { type: 'application/json' }), 'fan-data.json');
							return 'Saved';
						},
					},
					delete: {
						call: deleteFan,
						when: !fan.erase_time,
						label: 'Delete on request',
						className: 'button-dangerous',
						title: `Delete ${name}?`,
						text: 'Only if the fan has asked for it. Every session ends now. Name, addresses and picture are deleted after 7 days, and all gems are given up. Until then, the fan can cancel the deletion by signing in again.',
						action: 'Delete',
						dangerous: true,
						done: 'The account will be deleted',
						body: (why) => ({ why, gems_are_given_up: true }),
					},
				}}
			/>
		</div>
	);
}

/** Adds or removes gems. Above the daily limit the change waits for another operator's approval. */
function AdjustDialog({ fan, onClose }: { fan: Fan; onClose: () => void }) {
	const name = fanName(fan);
	const [earned, setEarned] = useState<Whole>(null);
	const [purchased, setPurchased] = useState<Whole>(null);
	const change = { earned: numberIn(earned) ?? 0, purchased: numberIn(purchased) ?? 0 };
	const isNumber = typeof earned !== 'string' && typeof purchased !== 'string';
	const after = { earned: fan.earned + change.earned, purchased: fan.purchased + change.purchased };
	return (
		<WhyDialog
			title={`Adjust the gems of ${name}`}
			action="Adjust"
			done="Adjusted"
			call={adjustGems}
			params={{ fan_id: fan.fan_id }}
			body={(why) => (isNumber ? { ...change, why } : null)}
			onClose={onClose}
		>
			<div className="editor-pair stack align-start">
				<NumberField label="Earned gems" value={earned} onChange={setEarned} />
				<NumberField label="Bought gems" value={purchased} onChange={setPurchased} />
			</div>
			<p className="faint text-s">
				{isNumber &&
					`Use a minus sign to remove gems. New balance: ${formatNumber(after.earned)} earned, ${formatNumber(after.purchased)} bought.`}
			</p>
		</WhyDialog>
	);
}
