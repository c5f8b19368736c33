/** Says when objections would end: after the hours that were entered, or earlier, with the review of the result. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseFilter } from '#contract/operator/voting/cases.ts';
import { useDateTime } from '../../../lib/format/time.ts';
import { previewQuery } from './get-cases.ts';

interface Props {
	rankingKey: string;
	filter: CaseFilter | null;
	hours: number | null;
}

const HOUR_SECONDS = 3_600;

export function ObjectionsEnd({ rankingKey, filter, hours }: Props) {
	const dateTime = useDateTime();
	const [now] = useState(() => Date.now() / 1000);
	const { data } = useQuery(previewQuery(rankingKey, filter));
	if (!data || hours === null) return null;
	const wanted = now + hours * HOUR_SECONDS;
	const ends = data.review_ends_time;
	return (
		<output className="case-detail">
			{wanted <= ends ? (
				<Trans>Objections end on {dateTime(Math.floor(wanted))}.</Trans>
			) : (
				<strong>
					<Trans>
						Objections end on {dateTime(ends)} already, with the review of the result: sooner than the {hours} hours
						above.
					</Trans>
				</strong>
			)}
		</output>
	);
}
