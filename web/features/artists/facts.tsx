/** Lists an artist's facts. Facts that do not apply, such as the age of a group, are left out. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { Artist } from '#contract/artists.ts';
import { countryName } from '../../lib/countries.ts';
import { formatDate } from '../../lib/time.ts';
import './facts.css';

const MALE = 1;

export function Facts({ artist: { nationality, gender, birthday, age } }: { artist: Artist }) {
	if (nationality === null && gender === null && birthday === null && age === null) return null;
	return (
		<dl className="facts">
			{nationality !== null && <Fact name={<Trans>Nationality</Trans>}>{countryName(nationality)}</Fact>}
			{gender !== null && (
				<Fact name={<Trans>Gender</Trans>}>{gender === MALE ? <Trans>Male</Trans> : <Trans>Female</Trans>}</Fact>
			)}
			{birthday !== null && <Fact name={<Trans>Born</Trans>}>{formatDate(birthday)}</Fact>}
			{age !== null && <Fact name={<Trans>Age</Trans>}>{formatNumber(age)}</Fact>}
		</dl>
	);
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
