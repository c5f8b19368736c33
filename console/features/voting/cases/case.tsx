/** A fraud case: its reason, its votes, its status, what a void would do to the ranks, and the actions on it. */
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { RankMove, VoteCase } from '#contract/operator/voting/cases.ts';
import { dropCase, previewVoid, restoreCase, voidCase } from '#contract/operator/voting/cases.ts';
import { type CaseReason } from '#contract/voting.ts';
import { useRead } from '../../../lib/api/calls.tsx';
import { Steps } from '../../../lib/dialogs/dialogs.tsx';
import { Facts, type Looks, StateTag } from '../../../lib/elements/elements.tsx';
import { counted, countryName, localText, shortNetwork } from '../../../lib/format/values.ts';
import { useDateTime, useMay, useSiteZone } from '../../../lib/session/operator.tsx';
import { paths } from '../../../nouns.ts';
import './cases.css';

export function CaseFacts({ one }: { one: VoteCase }) {
	const dateTime = useDateTime();
	const chosen = useChosen(one);
	return (
		<Facts
			facts={[
				{ name: 'State', value: <StateTag looks={caseStates} state={one.state} /> },
				{ name: 'Reason', value: reasonName(one.reason) },
				{ name: 'Ranking', value: <Link to={paths.one('votes', one.ranking_key)}>{one.ranking_title}</Link> },
				{ name: 'Votes', value: <b>{formatNumber(one.tickets)}</b> },
				{ name: 'Times voted', value: formatNumber(one.votes) },
				{ name: 'Voided', value: formatNumber(one.voided_tickets) },
				{ name: 'Restored', value: formatNumber(one.restored_tickets) },
				{ name: 'Opened', value: dateTime(one.opened_time) },
				{ name: 'By', value: one.opened_by.email },
				{ name: 'Objections until', value: dateTime(one.objections_until_time) },
				{ name: 'Selection', value: chosen, wide: true },
				{ name: 'Public statement', value: one.statement, wide: true },
				...(one.incident_url === null
					? []
					: [{ name: 'Incident', value: <a href={one.incident_url}>{one.incident_url}</a>, wide: true }]),
			]}
		/>
	);
}

/** Describes the filter in words. */
function useChosen({ filter, artist }: VoteCase): string {
	const { zoneName } = useSiteZone();
	const time = (local: string) => `${localText(local)} ${zoneName}`;
	return [
		filter.artist_id && (artist ?? `artist ${filter.artist_id}`),
		filter.fan_ids && counted(filter.fan_ids.length, 'chosen fan'),
		filter.country && `fans from ${countryName(filter.country)}`,
		filter.network && `network ${shortNetwork(filter.network)}`,
		filter.joined_from_local && `registered from ${time(filter.joined_from_local)}`,
		filter.joined_to_local && `registered before ${time(filter.joined_to_local)}`,
		filter.cast_from_local && `cast from ${time(filter.cast_from_local)}`,
		filter.cast_to_local && `cast before ${time(filter.cast_to_local)}`,
	]
		.filter((part) => typeof part === 'string')
		.join(', ');
}

const fraud = 'Bought gems are returned, and the wallets are locked. Earned gems are not returned.';
const fault = 'All gems are returned, earned and bought.';
const nothing = 'No gems are returned.';
const reasons: Record<CaseReason, readonly [name: string, consequence: string]> = {
	BOT: ['Automation', fraud],
	FARM: ['Many accounts of one person', fraud],
	EXPL: ['Gems from an exploit', fraud],
	CHRG: ['Dispute', nothing],
	STOL: ['Stolen account', fault],
	ERR: ['Our error', fault],
	TEST: ['Our test', nothing],
};
export const reasonName = (reason: CaseReason): string => `${reason}: ${reasons[reason][0]}`;
/** Explains what happens to gems and wallets when the votes of a case are voided. */
export const consequenceOf = (reason: CaseReason): string => reasons[reason][1];

export const caseStates: Looks<VoteCase['state']> = {
	objections: ['neutral', 'Open for objections'],
	ready: ['warning', 'Ready to void'],
	waiting: ['warning', 'Waits for a second operator'],
	voiding: ['neutral', 'Is being voided'],
	voided: ['bad', 'Voided'],
	restoring: ['neutral', 'Is being restored'],
	restored: ['good', 'Restored'],
	dropped: ['neutral', 'Dropped'],
};

export function CaseSteps({ one }: { one: VoteCase }) {
	const may = useMay();
	const dateTime = useDateTime();
	return (
		<div className="steps row wraps gap-2 mt-5">
			{one.certified && <p className="muted">The result is certified. This case can no longer change.</p>}
			{may(voidCase) && one.state === 'objections' && (
				<p className="muted">
					Open for objections until {dateTime(one.objections_until_time)}. These votes can be voided after that.
				</p>
			)}
			<Steps
				params={{ case_id: one.case_id }}
				steps={{
					void: {
						call: voidCase,
						when: !one.certified && one.state === 'ready',
						label: 'Void these votes',
						title: `Void ${formatNumber(one.tickets)} votes?`,
						text: `They stop counting in charts and in the result. Each fan sees the reason at the vote. ${consequenceOf(one.reason)}`,
						action: 'Void',
						done: 'The votes are being voided',
						children: <VoidEffect caseId={one.case_id} />,
					},
					restore: restoreStep(one, null),
					drop: {
						call: dropCase,
						when: one.state === 'ready' || one.state === 'objections',
						label: 'Drop the case',
						variant: 'quiet',
						title: `Drop case ${one.case_id}?`,
						text: 'The votes keep counting. Another case may include them.',
						action: 'Drop',
						done: 'Dropped',
					},
				}}
			/>
		</div>
	);
}

/** Makes voided votes count again: those of one fan, or, with null, all of the case. */
export const restoreStep = (one: VoteCase, fan: { fan_id: number; name: string } | null) => ({
	call: restoreCase,
	when: !one.certified && one.state === 'voided',
	label: fan ? 'Restore' : 'Restore all votes',
	title: fan ? `Restore the votes of ${fan.name}?` : `Restore all votes of case ${one.case_id}?`,
	text: 'The votes count again, and the gems that were returned for them are taken back. Gems that the fan has spent since become a debt. A wallet is unlocked unless another case locks it.',
	action: 'Restore',
	done: 'The votes are being restored',
	body: (why: string) => ({ fan_id: fan?.fan_id ?? null, why }),
});

/** As many as fit beside the form. */
const SHOWN = 6;

/** What voiding all votes of a case would do now. */
export function VoidEffect({ caseId }: { caseId: number }) {
	const { data } = useRead(previewVoid, { params: { case_id: caseId } }, { staleTime: 0 });
	return data ? <RankMoves moves={data.rank_moves} /> : null;
}

const fromTo = (before: string, after: string) => (before === after ? before : `${before} → ${after}`);

export function RankMoves({ moves }: { moves: readonly RankMove[] }) {
	const ranksStay = moves.every(({ rank, rank_after }) => rank === rank_after);
	if (moves.length === 0) return null;
	return (
		<div className="rank-moves mt-2">
			<p className="muted text-xs">
				{ranksStay ? 'Voiding these votes changes no rank:' : 'If these votes are voided:'}
			</p>
			<ul className="stack mt-1">
				{moves.slice(0, SHOWN).map((move) => (
					<li key={move.artist_id} className="stack">
						<span className={move.rank_after < move.rank ? 'good' : move.rank_after > move.rank ? 'bad' : 'muted'}>
							{fromTo(`#${move.rank}`, `#${move.rank_after}`)}
						</span>
						<b className="breaks">{move.en_name}</b>
						<span className="muted">{fromTo(formatNumber(move.tickets), formatNumber(move.tickets_after))}</span>
					</li>
				))}
			</ul>
			{moves.length > SHOWN && <p className="cell-detail block faint regular text-xs">More artists move as well.</p>}
		</div>
	);
}
