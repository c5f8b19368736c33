/** Cells of the table of top fans. */
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { TopFan } from '#contract/operator/voting/concentration.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { shortNetwork } from '../../../lib/format/network.ts';
import { paths } from '../../../paths.ts';

/** Accounts are counted up to this number. */
const ACCOUNTS_MAX = 1_000;

export function FanCell({ fan, name }: { fan: TopFan; name: string }) {
	return (
		<>
			<Link className="cell-link top-fan-name" to={paths.one('fans', fan.fan_id)}>
				{name}
			</Link>
			{fan.unusual !== null && (
				<span className="top-fan-detail">
					<Tag tone={fan.case_ids.length > 0 ? 'neutral' : 'warning'}>{fan.unusual}</Tag>
				</span>
			)}
			{fan.case_ids.map((id) => (
				<Link key={id} className="cell-link top-fan-detail" to={paths.one('cases', id)}>
					<Trans>Case {id}</Trans>
				</Link>
			))}
		</>
	);
}

/** The network, and how many other accounts use it. */
export function NetworkCell({ fan }: { fan: TopFan }) {
	if (fan.network === null) return '–';
	const others = (fan.network_accounts ?? 1) - 1;
	return (
		<>
			<code>{shortNetwork(fan.network)}</code>
			<small className="top-fan-detail">
				{others >= ACCOUNTS_MAX - 1 && '≥ '}
				{others === 0 ? (
					<Trans>No other account</Trans>
				) : (
					<Plural value={others} one="# other account" other={`${formatNumber(others)} other accounts`} />
				)}
			</small>
		</>
	);
}

/** Age of the account when it first voted for the artist. */
export function Age({ seconds }: { seconds: number }) {
	const hours = Math.floor(seconds / 3_600);
	const days = Math.floor(hours / 24);
	if (hours < 1) return <Trans>Under an hour</Trans>;
	if (days < 1) return <Plural value={hours} one="# hour" other="# hours" />;
	return <Plural value={days} one="# day" other={`${formatNumber(days)} days`} />;
}
