/** Opens a case: its votes, the reason and the public statement. Opening a case changes no votes or gems. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import { useSettled } from '#client/use-settled.ts';
import { type CaseFilter, openCase, previewCase, type VoteCase } from '#contract/operator/voting/cases.ts';
import { caseReason, type CaseReason } from '#contract/voting.ts';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { readOf, useSend } from '../../../lib/api/calls.tsx';
import { DialogBox } from '../../../lib/dialogs/dialogs.tsx';
import { TextArea } from '../../../lib/elements/elements.tsx';
import { inputsOf } from '../../../lib/form/editable.ts';
import { fieldErrors, fieldOf, issuesOf } from '../../../lib/form/contract-form.ts';
import { ChoiceField, type EditedFields, Fields, numberIn } from '../../../lib/form/fields.tsx';
import { counted, shortNetwork } from '../../../lib/format/values.ts';
import { Combobox, countryOptions } from '../../../lib/pickers/combobox.tsx';
import { useDateTime } from '../../../lib/session/operator.tsx';
import { consequenceOf, RankMoves, reasonName } from './case.tsx';
import { asked, bodyOf, type CaseValues, filterIn, valuesOf } from './chosen-votes.ts';
import '../../../lib/form/editor-form.css';
import './cases.css';

interface OpenCaseDialogProps {
	ranking: { ranking_key: string; title: string };
	artists: readonly { artist_id: number; en_name: string }[];
	/** The votes that are already chosen when the dialog opens. */
	filter: CaseFilter;
	onClose: () => void;
	onOpened: (opened: VoteCase) => void;
}

const countries = countryOptions();

export function OpenCaseDialog({ ranking, artists, filter, onClose, onOpened }: OpenCaseDialogProps) {
	const opening = useSend(openCase, (reply) => onOpened(reply.case));
	const [values, setValues] = useState(() => valuesOf(filter));
	const [checked, setChecked] = useState(false);
	const body = bodyOf(values, ranking.ranking_key);
	const chosen = filterIn(body);
	const issues = issuesOf(openCase, body);
	const { errorOf: told } = fieldErrors(checked ? issues : [], opening.error);
	const errorOf = (name: string) => told(name) ?? told(`filter.${name}`);
	const set = (part: Partial<CaseValues>) => setValues((present) => ({ ...present, ...part }));
	const edited: EditedFields<CaseValues> = {
		draft: { ...inputsOf(values, set, errorOf), errorOf },
		form: { readOnly: false },
	};
	const reasons = Object.fromEntries(caseReason.options.map((reason) => [reason, reasonName(reason)]));

	function submit() {
		setChecked(true);
		if (issues.length === 0 && !opening.isPending) opening.mutate({ body });
	}

	return (
		<DialogBox
			title={`Open a case on ${ranking.title}`}
			className="wide-dialog"
			action="Open the case"
			busy={opening.isPending}
			error={fieldOf(opening.error) === null ? opening.error : null}
			onClose={onClose}
			onSubmit={submit}
		>
			{/* A vote must match all fields that are filled in. */}
			<fieldset className="editor-fields stack one-column gap-4 min-0">
				<legend>Which votes</legend>
				<Fields
					of={asked}
					edited={edited}
					fields={{
						artist_id: {
							label: 'Artist',
							half: true,
							render: ({ value, onChange, ...field }) => (
								<ChoiceField
									{...field}
									options={[
										['', 'Any'],
										...artists.map(({ artist_id: id, en_name: name }) => [String(id), name] as const),
									]}
									value={String(value ?? '')}
									onChange={(id) => onChange(Number(id) || null)}
								/>
							),
						},
						country: {
							label: 'Country of the fan',
							half: true,
							render: (field) => <Combobox {...field} options={countries} optional />,
						},
						network:
							values.network === ''
								? null
								: {
										label: 'Fans who signed in from the network',
										render: (field) => (
											<ChoiceField
												{...field}
												options={[
													[values.network, shortNetwork(values.network)],
													['', 'Any'],
												]}
											/>
										),
									},
						joined_from_local: { label: 'Registered from', half: true },
						joined_to_local: { label: 'Registered before', half: true },
						cast_from_local: { label: 'Cast from', half: true },
						cast_to_local: { label: 'Cast before', half: true },
						fan_ids: {
							label: 'Fan numbers',
							hint: 'Up to 1,000 numbers.',
							render: (field) => <TextArea {...field} rows={2} />,
						},
					}}
				/>
			</fieldset>
			{told('filter') && <FieldError>Please choose some votes</FieldError>}
			<CasePreview rankingKey={ranking.ranking_key} filter={chosen} />
			<fieldset className="editor-fields stack one-column gap-4 min-0">
				<legend>Reason and statement</legend>
				<Fields
					of={asked}
					edited={edited}
					fields={{
						reason: {
							label: 'Reason',
							hint: consequenceOf(values.reason),
							options: reasons as Record<CaseReason, string>,
						},
						incident_url: { label: 'Link to the incident', hint: 'Required for “Our error”.' },
						statement: { label: 'Public statement', hint: 'Public. Do not name anyone.' },
						objection_hours: {
							label: 'Objection period (hours)',
							hint: 'At least 24 hours. Ends no later than the review of the result.',
						},
					}}
				/>
			</fieldset>
			<ObjectionsEnd rankingKey={ranking.ranking_key} filter={chosen} hours={numberIn(values.objection_hours)} />
		</DialogBox>
	);
}

/** Counts the votes that a case would cover now. A null filter means that nothing is chosen yet. */
const previewOf = (rankingKey: string, filter: CaseFilter | null) =>
	readOf(
		previewCase,
		{ params: { ranking_key: rankingKey }, body: { filter: filter ?? {} } },
		{ enabled: filter !== null, staleTime: 0 },
	);

type Previewed = { rankingKey: string; filter: CaseFilter | null };

/** Shows how many votes a case would cover, while the operator is still writing it. */
function CasePreview({ rankingKey, filter }: Previewed) {
	// Compare by JSON text, so that an equal filter object does not trigger another request.
	const settled = useSettled(JSON.stringify(filter), 400);
	const { data, isError, isFetching } = useQuery(previewOf(rankingKey, JSON.parse(settled) as CaseFilter | null));
	return (
		<output className="note block mb-4 rounded tone-2" aria-busy={isFetching}>
			{settled === 'null' && 'Choose votes to see how many match.'}
			{settled !== 'null' && isError && 'The votes could not be counted. Please try again later.'}
			{settled !== 'null' && !isError && !data && 'Counting…'}
			{data && (
				<>
					<b>{counted(data.tickets, 'vote')}</b> in {counted(data.votes, 'ballot')} from {counted(data.fans, 'fan')}, as
					of now
					{data.artists.length > 0 && (
						<span className="cell-detail block faint regular text-xs">
							{data.artists.map(({ en_name, tickets }) => `${en_name} ${formatNumber(tickets)}`).join(', ')}
						</span>
					)}
					<RankMoves moves={data.rank_moves} />
				</>
			)}
		</output>
	);
}

const HOUR_SECONDS = 3_600;

/** Says when objections would end: after the hours that were entered, or earlier, with the review of the result. */
function ObjectionsEnd({ rankingKey, filter, hours }: Previewed & { hours: number | null }) {
	const dateTime = useDateTime();
	const [now] = useState(presentSeconds);
	const { data } = useQuery(previewOf(rankingKey, filter));
	if (!data || hours === null) return null;
	const wanted = now + hours * HOUR_SECONDS;
	const ends = data.review_ends_time;
	return (
		<output className="cell-detail block faint regular text-xs">
			{wanted <= ends ? (
				`Objections end on ${dateTime(Math.floor(wanted))}.`
			) : (
				<strong>
					Objections end on {dateTime(ends)} already, with the review of the result: sooner than the {hours} hours
					above.
				</strong>
			)}
		</output>
	);
}
