/** What is known of a fan, and the actions that the operator’s role allows. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
	adjustGems,
	deleteFan,
	exportFanData,
	type listFans,
	logFanOut,
	type readFan,
	restoreFan,
	suspendFan,
} from '#contract/operator/accounts.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import type { RowOf } from '../../lib/api/lists.ts';
import { Steps } from '../../lib/dialogs/steps.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { Facts } from '../../lib/elements/facts.tsx';
import { saveFile } from '../../lib/elements/save-file.ts';
import { NumberField, numberIn, type Whole } from '../../lib/form/fields.tsx';
import { countryName } from '../../lib/format/values.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import './fan.css';
import '../../lib/form/editor-form.css';

export type ListedFan = RowOf<typeof listFans>;
export type Fan = ReplyOf<typeof readFan>['fan'];

export function FanFacts({ fan }: { fan: Fan }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<>
			<p className="cluster fan-tags">
				<FanTags fan={fan} />
			</p>
			{fan.erase_time && (
				<p className="note">
					<Trans>
						The account will be erased on {dateTime(fan.erase_time)}, unless the fan signs in again before then.
					</Trans>
				</p>
			)}
			<Facts
				facts={[
					{ name: t`Gems`, value: <b>{formatNumber(fan.earned + fan.purchased)}</b> },
					{ name: t`Earned`, value: formatNumber(fan.earned) },
					{ name: t`Bought`, value: formatNumber(fan.purchased) },
					{ name: t`Email`, value: fan.email ?? '–' },
					{ name: t`Signs in with`, value: <Identities fan={fan} /> },
					{ name: t`Country`, value: fan.country === null ? '–' : countryName(fan.country) },
					{ name: t`Joined`, value: dateTime(fan.joined_time) },
					{ name: t`Open sessions`, value: formatNumber(fan.active_sessions) },
					{ name: t`Number`, value: fan.fan_id },
				]}
			/>
		</>
	);
}

function Identities({ fan }: { fan: Fan }) {
	if (fan.identities.length === 0) return <>–</>;
	return (
		<ul>
			{fan.identities.map(({ provider, login_email: email }) => (
				<li key={`${provider} ${email ?? ''}`}>{email === null ? provider : `${provider}: ${email}`}</li>
			))}
		</ul>
	);
}

/** Returns the fan's name. Before registration and after deletion there is none, so it shows the fan's number. */
export function useFanName(): (fan: Pick<ListedFan, 'name' | 'fan_id'>) => string {
	const { t } = useLingui();
	return ({ name, fan_id: id }) => name ?? t`Fan ${id}`;
}

/** Shows the account's states that an operator has to notice first, such as deleted or frozen. */
export function FanTags({ fan }: { fan: ListedFan & Partial<Pick<Fan, 'frozen' | 'erased' | 'erase_time'>> }) {
	const { t } = useLingui();
	return (
		<>
			{fan.erased && <Tag>{t`Deleted`}</Tag>}
			{fan.erase_time && <Tag tone="warning">{t`Will be deleted`}</Tag>}
			{fan.suspended && <Tag tone="bad">{t`Suspended`}</Tag>}
			{fan.frozen && <Tag tone="bad">{t`Gems locked`}</Tag>}
			{fan.purchased < 0 && <Tag tone="bad">{t`In debt`}</Tag>}
			{!fan.registered && !fan.erased && <Tag>{t`Not registered`}</Tag>}
			{fan.registered && !fan.suspended && !fan.frozen && !fan.erase_time && fan.purchased >= 0 && (
				<Tag tone="good">{t`Active`}</Tag>
			)}
		</>
	);
}

export function FanSteps({ fan }: { fan: Fan }) {
	const { t } = useLingui();
	const name = useFanName()(fan);
	if (fan.erased) return null;
	return (
		<div className="steps">
			<Steps
				params={{ fan_id: fan.fan_id }}
				steps={{
					adjust: {
						call: adjustGems,
						when: true,
						label: t`Adjust gems`,
						renderDialog: (close) => <AdjustDialog fan={fan} onClose={close} />,
					},
					suspend: {
						call: suspendFan,
						when: !fan.suspended,
						label: t`Suspend`,
						title: t`Suspend ${name}?`,
						text: t`The fan can still log in, but cannot vote, check in or buy.`,
						done: t`Suspended`,
					},
					restore: {
						call: restoreFan,
						when: fan.suspended,
						label: t`Restore`,
						title: t`Restore ${name}?`,
						text: t`The fan can vote, check in and buy again at once.`,
						done: t`Restored`,
					},
					logOut: {
						call: logFanOut,
						when: fan.active_sessions > 0,
						label: t`End all sessions`,
						title: t`End all sessions of ${name}?`,
						text: t`The fan is logged out at once on every device.`,
						action: t`End them`,
						done: t`All sessions have ended`,
					},
					data: {
						call: exportFanData,
						when: fan.registered,
						label: t`Data of the fan`,
						title: t`Save the data of ${name}?`,
						text: t`Everything that the site stores about this fan, as a file: what they would get under My Account. Only if the fan has asked for it. The audit trail records it.`,
						action: t`Save the file`,
						done(data) {
							saveFile(new Blob([JSON.stringify(data, null, '\t')], { type: 'application/json' }), 'fan-data.json');
							return t`Saved`;
						},
					},
					delete: {
						call: deleteFan,
						when: !fan.erase_time,
						label: t`Delete on request`,
						className: 'button-dangerous',
						title: t`Delete ${name}?`,
						text: t`Only if the fan has asked for it. Every session ends now. Name, addresses and picture are erased after 7 days, and all gems are given up. Until then, the fan can cancel the deletion by signing in again.`,
						action: t`Delete`,
						dangerous: true,
						done: t`The account will be deleted`,
						body: (why) => ({ why, gems_are_given_up: true }),
					},
				}}
			/>
		</div>
	);
}

/** Adds or removes gems. Above the daily limit the change waits for another operator's approval. */
function AdjustDialog({ fan, onClose }: { fan: Fan; onClose: () => void }) {
	const { t } = useLingui();
	const name = useFanName()(fan);
	const [earned, setEarned] = useState<Whole>(null);
	const [purchased, setPurchased] = useState<Whole>(null);
	const change = { earned: numberIn(earned) ?? 0, purchased: numberIn(purchased) ?? 0 };
	const isNumber = typeof earned !== 'string' && typeof purchased !== 'string';
	const after = { earned: fan.earned + change.earned, purchased: fan.purchased + change.purchased };
	return (
		<WhyDialog
			title={t`Adjust the gems of ${name}`}
			action={<Trans>Adjust</Trans>}
			done={t`Adjusted`}
			call={adjustGems}
			params={{ fan_id: fan.fan_id }}
			body={(why) => (isNumber ? { ...change, why } : null)}
			onClose={onClose}
		>
			<div className="editor-pair">
				<NumberField label={t`Earned gems`} value={earned} onChange={setEarned} />
				<NumberField label={t`Bought gems`} value={purchased} onChange={setPurchased} />
			</div>
			<p className="form-hint">
				{isNumber && (
					<Trans>
						Use a minus sign to remove gems. New balance: {formatNumber(after.earned)} earned,{' '}
						{formatNumber(after.purchased)} bought.
					</Trans>
				)}
			</p>
		</WhyDialog>
	);
}
