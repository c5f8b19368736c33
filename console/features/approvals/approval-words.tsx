/** Describes exactly what will be done: known kinds as text, all others as raw data. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { type Fact, Facts } from '../../lib/elements/facts.tsx';
import { gemChange, gemCount } from '../../lib/format/gem-change.ts';
import { paths } from '../../paths.ts';
import { Change } from './change.tsx';
import { useChangeFacts } from './change-facts.tsx';
import type { Approval } from './get-approvals.ts';
import { beforeQuery } from './get-before.ts';

interface Props {
	approval: Approval;
	/** Shows what a void would do to the ranks of a chart. */
	renderVoid: (caseId: number) => ReactNode;
}

export function ApprovalWords({ approval, renderVoid }: Props) {
	const facts = useFacts(approval);
	const { case_id: caseId } = Object(approval.payload) as { case_id?: unknown };
	return (
		<>
			<Facts facts={facts} />
			{approval.kind === 'vote_void' && approval.status === 'waiting' && renderVoid(Number(caseId))}
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
	const before = useQuery(beforeQuery(approval)).data ?? {};
	const gems = (old: number | undefined, more: number): ReactNode => (
		<>
			<b>{gemChange(more)}</b>{' '}
			{old !== undefined && more !== 0 && <Change before={gemCount(old)} after={gemCount(old + more)} />}
		</>
	);
	if (kind === 'gem_adjustment') {
		return [
			fan,
			{ name: t`Earned gems`, value: gems(before.earned, number('earned')) },
			{ name: t`Bought gems`, value: gems(before.purchased, number('purchased')) },
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
			{ name: t`Bought gems`, value: gems(before.purchased, -number('gems')) },
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
