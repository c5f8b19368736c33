/** Shows a fraud case: its reason, the votes that it covers, and its status. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { VoteCase } from '#contract/operator/voting/cases.ts';
import { type Fact, Facts } from '../../../lib/elements/facts.tsx';
import { countryName } from '../../../lib/format/country-name.ts';
import { localText } from '../../../lib/format/local-time.ts';
import { shortNetwork } from '../../../lib/format/network.ts';
import { useDateTime } from '../../../lib/format/time.ts';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { paths } from '../../../paths.ts';
import { CaseStateTag, useReasonName } from './case-words.tsx';

export function CaseFacts({ one }: { one: VoteCase }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const reasonName = useReasonName();
	const chosen = useChosen(one);
	const incident: Fact[] =
		one.incident_url === null
			? []
			: [{ name: t`Incident`, value: <a href={one.incident_url}>{one.incident_url}</a>, wide: true }];
	return (
		<Facts
			facts={[
				{ name: t`State`, value: <CaseStateTag state={one.state} /> },
				{ name: t`Reason`, value: reasonName(one.reason) },
				{ name: t`Ranking`, value: <Link to={paths.one('votes', one.ranking_key)}>{one.ranking_title}</Link> },
				{ name: t`Votes`, value: <b>{formatNumber(one.tickets)}</b> },
				{ name: t`Ballots`, value: formatNumber(one.votes) },
				{ name: t`Voided`, value: formatNumber(one.voided_tickets) },
				{ name: t`Restored`, value: formatNumber(one.restored_tickets) },
				{ name: t`Opened`, value: dateTime(one.opened_time) },
				{ name: t`By`, value: one.opened_by.email },
				{ name: t`Objections until`, value: dateTime(one.objections_until_time) },
				{ name: t`Selection`, value: chosen, wide: true },
				{ name: t`Public statement`, value: one.statement, wide: true },
				...incident,
			]}
		/>
	);
}

/** Describes the filter in words. */
function useChosen({ filter, artist }: VoteCase): string {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	const time = (local: string) => `${localText(local)} ${zoneName}`;
	return [
		filter.artist_id && (artist ?? t`artist ${filter.artist_id}`),
		filter.fan_ids && plural(filter.fan_ids.length, { one: '# chosen fan', other: '# chosen fans' }),
		filter.country && t`fans from ${countryName(filter.country)}`,
		filter.network && t`network ${shortNetwork(filter.network)}`,
		filter.joined_from_local && t`registered from ${time(filter.joined_from_local)}`,
		filter.joined_to_local && t`registered before ${time(filter.joined_to_local)}`,
		filter.cast_from_local && t`cast from ${time(filter.cast_from_local)}`,
		filter.cast_to_local && t`cast before ${time(filter.cast_to_local)}`,
	]
		.filter((part) => typeof part === 'string')
		.join(', ');
}
