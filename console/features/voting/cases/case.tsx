/** A fraud case: its reason, its votes, its status, what a void would do to the ranks, and the actions on it. */
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import {
	dropCase,
	previewVoid,
	type RankMove,
	restoreCase,
	voidCase,
	type VoteCase,
} from '#contract/operator/voting/cases.ts';
import type { CaseReason } from '#contract/voting.ts';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { readOf } from '../../../lib/api/queries.ts';
import { Steps } from '../../../lib/dialogs/steps.tsx';
import { WhyDialog } from '../../../lib/dialogs/why-dialog.tsx';
import { type Fact, Facts } from '../../../lib/elements/facts.tsx';
import { localText } from '../../../lib/format/time.ts';
import { countryName, shortNetwork } from '../../../lib/format/values.ts';
import { useDateTime, useMay, useSiteZone } from '../../../lib/session/operator.tsx';
import { paths } from '../../../paths.ts';
import './cases.css';

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

export function CaseSteps({ one }: { one: VoteCase }) {
	const { t } = useLingui();
	const may = useMay();
	const dateTime = useDateTime();
	return (
		<div className="steps">
			{one.certified && (
				<p className="quiet">
					<Trans>The result is certified. This case can no longer change.</Trans>
				</p>
			)}
			{may(voidCase) && one.state === 'objections' && (
				<p className="quiet">
					<Trans>
						Open for objections until {dateTime(one.objections_until_time)}. These votes can be voided after that.
					</Trans>
				</p>
			)}
			<Steps
				params={{ case_id: one.case_id }}
				steps={{
					void: {
						call: voidCase,
						when: !one.certified && one.state === 'ready',
						label: t`Void these votes`,
						renderDialog: (close) => <VoidDialog one={one} onClose={close} />,
					},
					restore: {
						call: restoreCase,
						when: !one.certified && one.state === 'voided',
						label: t`Restore all votes`,
						renderDialog: (close) => <RestoreDialog one={one} fan={null} onClose={close} />,
					},
					drop: {
						call: dropCase,
						when: one.state === 'ready' || one.state === 'objections',
						label: t`Drop the case`,
						variant: 'quiet',
						title: t`Drop case ${one.case_id}?`,
						text: t`The votes keep counting. Another case may include them.`,
						action: t`Drop`,
						done: t`Dropped`,
					},
				}}
			/>
		</div>
	);
}

interface DialogProps {
	one: VoteCase;
	onClose: () => void;
}

function VoidDialog({ one, onClose }: DialogProps) {
	const { t } = useLingui();
	const consequence = useConsequence()(one.reason);

	return (
		<WhyDialog
			title={<Trans>Void {formatNumber(one.tickets)} votes?</Trans>}
			text={
				<>
					<Trans>They stop counting in charts and in the result. Each fan sees the reason at the vote.</Trans>{' '}
					{consequence}
				</>
			}
			action={<Trans>Void</Trans>}
			done={t`The votes are being voided`}
			call={voidCase}
			params={{ case_id: one.case_id }}
			onClose={onClose}
		>
			<VoidEffect caseId={one.case_id} />
		</WhyDialog>
	);
}

interface RestoreDialogProps extends DialogProps {
	/** Null for all fans of the case. */
	fan: { fan_id: number; name: string } | null;
}

/** Makes voided votes count again: all of a case, or those of one fan. */
export function RestoreDialog({ one, fan, onClose }: RestoreDialogProps) {
	const { t } = useLingui();
	return (
		<WhyDialog
			title={fan ? t`Restore the votes of ${fan.name}?` : t`Restore all votes of case ${one.case_id}?`}
			text={
				<Trans>
					The votes count again, and the gems that were returned for them are taken back. Gems that the fan has spent
					since become a debt. A wallet is unlocked unless another case locks it.
				</Trans>
			}
			action={<Trans>Restore</Trans>}
			done={t`The votes are being restored`}
			call={restoreCase}
			params={{ case_id: one.case_id }}
			body={(why) => ({ fan_id: fan?.fan_id ?? null, why })}
			onClose={onClose}
		/>
	);
}

/** As many as fit beside the form. */
const SHOWN = 6;

/** What voiding all votes of a case would do now. */
export function VoidEffect({ caseId }: { caseId: number }) {
	const { data } = useQuery(readOf(previewVoid, { params: { case_id: caseId } }, { staleTime: 0 }));
	return data ? <RankMoves moves={data.rank_moves} /> : null;
}

export function RankMoves({ moves }: { moves: readonly RankMove[] }) {
	const ranksStay = moves.every(({ rank, rank_after }) => rank === rank_after);
	if (moves.length === 0) return null;
	return (
		<div className="rank-moves">
			<p>
				{ranksStay ? <Trans>Voiding these votes changes no rank:</Trans> : <Trans>If these votes are voided:</Trans>}
			</p>
			<ul>
				{moves.slice(0, SHOWN).map((move) => (
					<li key={move.artist_id} className={directionOf(move)}>
						<span className="rank-moves-place">
							{move.rank === move.rank_after ? (
								<>#{move.rank}</>
							) : (
								<>
									#{move.rank} → #{move.rank_after}
								</>
							)}
						</span>
						<b>{move.en_name}</b>
						<span className="rank-moves-votes">
							{move.tickets === move.tickets_after
								? formatNumber(move.tickets)
								: `${formatNumber(move.tickets)} → ${formatNumber(move.tickets_after)}`}
						</span>
					</li>
				))}
			</ul>
			{moves.length > SHOWN && (
				<p className="cell-detail">
					<Trans>More artists move as well.</Trans>
				</p>
			)}
		</div>
	);
}

function directionOf({ rank, rank_after }: RankMove): string {
	if (rank === rank_after) return 'stays';
	return rank_after < rank ? 'rises' : 'falls';
}
