/** Shows the values of one kind with their share of all votes, as bars and as numbers. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatShare } from '#client/numbers.ts';
import type { ConcentrationRow } from '#contract/operator/voting/concentration.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { paths } from '../../../paths.ts';
import './votes.css';

type ShareRow = Pick<ConcentrationRow, 'value' | 'tickets' | 'unusual' | 'case_ids'>;

interface Props<Row> {
	/** Names the kind of the values. */
	label: string;
	rows: readonly Row[];
	/** Total number of votes, of which each bar shows a share. */
	total: number;
	nameOf: (row: Row) => ReactNode;
	/** Renders the action for an unusual value. */
	stepOf?: (row: Row) => ReactNode;
	/** True if usual values have the action too. */
	alwaysStep?: boolean;
}

export function ShareBars<Row extends ShareRow>({ label, rows, total, nameOf, stepOf, alwaysStep }: Props<Row>) {
	const { t } = useLingui();
	return (
		<table className="share-bars" aria-label={label}>
			<thead className="visually-hidden">
				<tr>
					<th scope="col">{label}</th>
					<th scope="col">{t`Share`}</th>
					<th scope="col">{t`Votes`}</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.value} className={row.unusual ? 'share-unusual' : undefined}>
						<th scope="row">
							{nameOf(row)}
							{(row.unusual !== null || alwaysStep) && <Unusual row={row} step={stepOf?.(row)} />}
						</th>
						<td className="share-cell">
							<span className="share-track" aria-hidden="true">
								<span className="share-bar" style={{ inlineSize: `${percentOf(row.tickets, total)}%` }} />
							</span>
							<span className="share-number">{formatShare(row.tickets, total)}</span>
						</td>
						<td>{formatNumber(row.tickets)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Unusual({ row, step }: { row: ShareRow; step: ReactNode }) {
	return (
		<span className="cluster share-why">
			{row.unusual !== null && <Tag tone={row.case_ids.length > 0 ? 'neutral' : 'warning'}>{row.unusual}</Tag>}
			{row.case_ids.map((id) => (
				<Link key={id} to={paths.one('cases', id)}>
					<Trans>Case {id}</Trans>
				</Link>
			))}
			{row.case_ids.length === 0 && step}
		</span>
	);
}

function percentOf(part: number, whole: number): number {
	return whole === 0 ? 0 : Math.min(100, (part / whole) * 100);
}
