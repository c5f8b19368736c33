/** Describes exactly what will be done: known kinds as text, all others as raw data. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { type Fact, Facts } from '../../lib/elements/facts.tsx';
import { gemChange } from '../../lib/format/gem-change.ts';
import { paths } from '../../paths.ts';
import { useChangeFacts } from './change-facts.tsx';
import type { Approval } from './get-approvals.ts';

export function useApprovalName(): (kind: string) => string {
	const { t } = useLingui();
	const names = new Map([
		['gem_adjustment', t`Adjust the gems of a fan`],
		['refund', t`Refund an order`],
		['vote_void', t`Void the votes of a case`],
		['vote_restore', t`Restore the votes of a case`],
		['role_change', t`Grant a higher role`],
		['goods_change', t`Change what is sold`],
		['economy_change', t`Change what a vote costs`],
		['reward_change', t`Change the check-in’s rewards`],
		['ranking_price', t`Give a ranking its own price`],
		['make_good', t`Make good for votes that failed`],
	]);
	return (kind) => names.get(kind) ?? kind.replaceAll('_', ' ');
}

export function ApprovalWords({ approval }: { approval: Approval }) {
	const facts = useFacts(approval);
	return (
		<>
			<Facts facts={facts} />
			<details className="approval-exact">
				<summary>
					<Trans>Full request</Trans>
				</summary>
				<pre>{JSON.stringify(approval.payload, null, 2)}</pre>
				<p>SHA-256 {approval.payload_hash}</p>
			</details>
		</>
	);
}

function useFacts(approval: Approval): Fact[] {
	const { t } = useLingui();
	const change = useChangeFacts(approval);
	const { kind, payload } = approval;
	const given = new Map<string, unknown>(Object.entries(payload ?? {}));
	const number = (name: string) => Number(given.get(name) ?? 0);
	const text = (name: string) => wordOf(given.get(name));
	const fan = { name: t`Fan`, value: <Link to={paths.one('fans', text('fan_id'))}>{t`Fan ${text('fan_id')}`}</Link> };
	if (kind === 'gem_adjustment') {
		return [
			fan,
			{ name: t`Earned gems`, value: <b>{gemChange(number('earned'))}</b> },
			{ name: t`Bought gems`, value: <b>{gemChange(number('purchased'))}</b> },
		];
	}
	if (kind === 'refund') {
		const order = <Link to={paths.one('orders', text('trade_no'))}>{text('trade_no')}</Link>;
		const amount = formatMoney({ currency: text('currency'), minor: number('amount_minor') });
		return [
			{ name: t`Order`, value: order, wide: true },
			fan,
			{ name: t`Part`, value: text('part') === 'whole' ? t`The whole price` : t`The unspent part` },
			{ name: t`Amount`, value: <b>{amount}</b> },
			{ name: t`Gems taken back`, value: <b>{formatNumber(number('gems'))}</b> },
			{ name: t`Becomes a debt`, value: formatNumber(number('debt')) },
		];
	}
	if (kind === 'vote_void' || kind === 'vote_restore') {
		const one = <Link to={paths.one('cases', text('case_id'))}>{t`Case ${text('case_id')}`}</Link>;
		const whose = given.get('fan_id') === null ? { name: t`Fans`, value: t`All fans of the case` } : fan;
		return [{ name: t`Case`, value: one }, whose, { name: t`Votes`, value: <b>{formatNumber(number('tickets'))}</b> }];
	}
	if (kind === 'make_good') {
		const incident = <Link to={paths.one('incidents', text('incident_id'))}>{text('title')}</Link>;
		return [
			{ name: t`Incident`, value: incident, wide: true },
			{ name: t`Fans`, value: formatNumber(number('fans')) },
			{ name: t`Gems`, value: <b>{formatNumber(number('gems'))}</b> },
			{ name: t`Most gems per fan`, value: formatNumber(number('gems_per_fan_max')) },
		];
	}
	if (change) return change;
	return [...given].map(([name, value]) => ({
		name: name.replaceAll('_', ' '),
		value: wordOf(value),
	}));
}

function wordOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
