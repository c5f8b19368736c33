/** Shows a fraud case: its reason, the votes that it covers, and its status. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { VoteCase } from '#contract/operator/voting/cases.ts';
import type { CaseReason } from '#contract/voting.ts';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { type Fact, Facts } from '../../../lib/elements/facts.tsx';
import { localText } from '../../../lib/format/time.ts';
import { countryName, shortNetwork } from '../../../lib/format/values.ts';
import { useDateTime, useSiteZone } from '../../../lib/session/operator.tsx';
import { paths } from '../../../paths.ts';

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

/** States and reasons of cases, in words. */
export function useReasonName(): (reason: CaseReason) => string {
	const { t } = useLingui();
	const names: Record<CaseReason, string> = {
		BOT: t`Automation`,
		FARM: t`Many accounts of one person`,
		EXPL: t`Gems from an exploit`,
		CHRG: t`Charge-back`,
		STOL: t`Stolen account`,
		ERR: t`Our error`,
		TEST: t`Our test`,
	};
	return (reason) => `${reason}: ${names[reason]}`;
}

/** Explains what happens to gems and wallets when the votes of a case are voided. */
export function useConsequence(): (reason: CaseReason) => string {
	const { t } = useLingui();
	const fraud = t`Bought gems are returned, and the wallets are locked. Earned gems are not returned.`;
	const fault = t`All gems are returned, earned and bought.`;
	const nothing = t`No gems are returned.`;
	const texts: Record<CaseReason, string> = {
		BOT: fraud,
		FARM: fraud,
		EXPL: fraud,
		STOL: fault,
		ERR: fault,
		CHRG: nothing,
		TEST: nothing,
	};
	return (reason) => texts[reason];
}

export function CaseStateTag({ state }: Pick<VoteCase, 'state'>) {
	const { t } = useLingui();
	const looks: Record<VoteCase['state'], [TagTone, string]> = {
		objections: ['neutral', t`Open for objections`],
		ready: ['warning', t`Ready to void`],
		waiting: ['warning', t`Waits for a second operator`],
		voiding: ['neutral', t`Is being voided`],
		voided: ['bad', t`Voided`],
		restoring: ['neutral', t`Is being restored`],
		restored: ['good', t`Restored`],
		dropped: ['neutral', t`Dropped`],
	};
	const [tone, text] = looks[state];
	return <Tag tone={tone}>{text}</Tag>;
}
