/** Names the values by which votes are counted. */
import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ConcentrationKind, ConcentrationRow } from '#contract/operator/voting/concentration.ts';
import { countryName } from '../../../lib/format/country-name.ts';
import { shortNetwork } from '../../../lib/format/network.ts';

/** Accounts are counted up to this number. */
const ACCOUNTS_MAX = 1_000;

export function useValueName(): (kind: ConcentrationKind, row: ConcentrationRow) => ReactNode {
	const { t } = useLingui();
	const ages = new Map([
		['hour', t`Less than an hour`],
		['day', t`An hour to a day`],
		['week', t`A day to a week`],
		['month', t`A week to a month`],
		['older', t`Older`],
	]);
	return (kind, row) => {
		if (row.value === '') return t`Unknown`;
		if (kind === 'age') return ages.get(row.value) ?? row.value;
		if (kind === 'country') return countryName(row.value);
		return <NetworkName row={row} />;
	};
}

function NetworkName({ row }: { row: ConcentrationRow }) {
	const accounts = row.accounts ?? 0;
	return (
		<>
			<code>{shortNetwork(row.value)}</code>{' '}
			<small>
				{accounts >= ACCOUNTS_MAX ? '≥ ' : ''}
				<Plural value={accounts} one="# account" other="# accounts" />
			</small>
		</>
	);
}
