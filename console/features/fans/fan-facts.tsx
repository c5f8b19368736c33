/** Shows the wallet and the fan's data. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listFans, readFan } from '#contract/operator/accounts.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import type { RowOf } from '../../lib/api/lists.ts';
import { Facts } from '../../lib/elements/facts.tsx';
import { countryName } from '../../lib/format/values.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import './fan.css';

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
			{fan.registered && !fan.suspended && fan.purchased >= 0 && <Tag tone="good">{t`Active`}</Tag>}
		</>
	);
}
