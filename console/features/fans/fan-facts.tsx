/** Shows the wallet and the fan's data. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { Facts } from '../../lib/elements/facts.tsx';
import { countryName } from '../../lib/format/country-name.ts';
import { useDateTime } from '../../lib/format/time.ts';
import { FanTags } from './fan-name.tsx';
import type { Fan } from './get-fans.ts';
import './fan.css';

export function FanFacts({ fan }: { fan: Fan }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return (
		<>
			<p className="fan-tags">
				<FanTags fan={fan} />
			</p>
			{fan.erase_time && (
				<p className="fan-notice">
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
	if (fan.identities.length === 0) return '–';
	return (
		<ul>
			{fan.identities.map(({ provider, login_email: email }) => (
				<li key={`${provider} ${email ?? ''}`}>{email === null ? provider : `${provider}: ${email}`}</li>
			))}
		</ul>
	);
}
