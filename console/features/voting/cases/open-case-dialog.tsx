/** Opens a case: its votes, the reason and the public statement. Opening a case changes no votes or gems. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import { useSettled } from '#client/use-settled.ts';
import { type CaseFilter, openCase, previewCase, type VoteCase } from '#contract/operator/voting/cases.ts';
import { caseReason } from '#contract/voting.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { ErrorText } from '../../../lib/api/error-text.tsx';
import { readOf, useSend } from '../../../lib/api/queries.ts';
import { CancelButton } from '../../../lib/dialogs/dialog-box.tsx';
import { inputsOf } from '../../../lib/form/editable.ts';
import { useTimeErrorText } from '../../../lib/form/field-errors.ts';
import { ChoiceField, DateTimeField, NumberField } from '../../../lib/form/fields.tsx';
import { shortNetwork } from '../../../lib/format/values.ts';
import { Combobox } from '../../../lib/pickers/combobox.tsx';
import { countryOptions } from '../../../lib/pickers/options.ts';
import { useDateTime } from '../../../lib/session/operator.tsx';
import { RankMoves, useConsequence, useReasonName } from './case.tsx';
import { filterOf, type Missing, missingIn, newCase } from './case-values.ts';
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

export function OpenCaseDialog(props: OpenCaseDialogProps) {
	const heading = useId();
	return (
		<Dialog open onClose={props.onClose} labelledBy={heading} shape="center" className="wide-dialog">
			<OpenCaseForm {...props} heading={heading} />
		</Dialog>
	);
}

const countries = countryOptions();

function OpenCaseForm(props: OpenCaseDialogProps & { heading: string }) {
	const { ranking, artists, filter, heading, onClose, onOpened } = props;
	const { t } = useLingui();
	const opening = useSend(openCase, (reply) => onOpened(reply.case));
	const reasonName = useReasonName();
	const consequence = useConsequence();
	const [values, setValues] = useState(() => newCase(filter));
	const [missing, setMissing] = useState<Missing[]>([]);
	const chosen = filterOf(values);
	const timeText = useTimeErrorText();
	const errors = new Map([
		...['joinedFrom', 'joinedTo', 'castFrom', 'castTo'].map((name) => [name, timeText('outside')] as const),
		['fans', t`Enter numbers of fans, separated by spaces or commas`],
		['statement', t`Please write a public statement`],
		['incident', t`“Our error” needs a link to the incident`],
		['hours', t`From 24 to 720 hours`],
	]);
	const { text, field } = inputsOf(
		values,
		(part) => setValues((present) => ({ ...present, ...part })),
		(name) => (missing.some((one) => one === name) ? (errors.get(name) ?? null) : null),
	);

	function submit(event: FormEvent) {
		event.preventDefault();
		const open = missingIn(values);
		setMissing(open);
		if (open.length > 0 || !chosen || opening.isPending) return;
		const body = {
			ranking_key: ranking.ranking_key,
			reason: values.reason,
			statement: values.statement.trim(),
			incident_url: values.incident.trim() || null,
			filter: chosen,
			objection_hours: values.hours ?? 0,
		};
		opening.mutate({ body });
	}

	return (
		<form className="dialog-body" onSubmit={submit} noValidate>
			<h2 id={heading}>{t`Open a case on ${ranking.title}`}</h2>
			{/* A vote must match all fields that are filled in. */}
			<fieldset className="editor-fields">
				<legend>{t`Which votes`}</legend>
				<div className="editor-pair">
					<ChoiceField
						label={t`Artist`}
						options={[['', t`Any`], ...artists.map(({ artist_id: id, en_name: name }) => [String(id), name] as const)]}
						{...field('artist')}
					/>
					<Combobox label={t`Country of the fan`} options={countries} optional {...field('country')} />
				</div>
				{values.network !== '' && (
					<ChoiceField
						label={t`Fans who signed in from the network`}
						options={[
							[values.network, shortNetwork(values.network)],
							['', t`Any`],
						]}
						{...field('network')}
					/>
				)}
				<div className="case-pair">
					<DateTimeField label={t`Registered from`} {...field('joinedFrom')} />
					<DateTimeField label={t`Registered before`} {...field('joinedTo')} />
					<DateTimeField label={t`Cast from`} {...field('castFrom')} />
					<DateTimeField label={t`Cast before`} {...field('castTo')} />
				</div>
				<TextAreaField label={t`Fan numbers`} rows={2} hint={t`Up to 1,000 numbers.`} {...text('fans')} />
			</fieldset>
			{missing.includes('votes') ? <FieldError>{t`Please choose some votes`}</FieldError> : null}
			<CasePreview rankingKey={ranking.ranking_key} filter={chosen} />
			<fieldset className="editor-fields">
				<legend>{t`Reason and statement`}</legend>
				<ChoiceField
					label={t`Reason`}
					hint={consequence(values.reason)}
					options={caseReason.options.map((reason) => [reason, reasonName(reason)])}
					{...field('reason')}
				/>
				<TextField
					label={t`Link to the incident`}
					hint={t`Required for “Our error”.`}
					type="url"
					{...text('incident')}
				/>
				<TextAreaField
					label={t`Public statement`}
					hint={t`Public. Do not name anyone.`}
					maxLength={2_000}
					{...text('statement')}
				/>
				<NumberField
					label={t`Objection period (hours)`}
					hint={t`At least 24 hours. Ends no later than the review of the result.`}
					{...field('hours')}
				/>
			</fieldset>
			<ObjectionsEnd rankingKey={ranking.ranking_key} filter={chosen} hours={values.hours} />
			<ErrorText error={opening.error} />
			<div className="dialog-actions">
				<CancelButton onClick={onClose} />
				<Button type="submit" busy={opening.isPending}>
					<Trans>Open the case</Trans>
				</Button>
			</div>
		</form>
	);
}

/** Counts the votes that a case would cover now. A null filter means that nothing is chosen yet. */
const previewOf = (rankingKey: string, filter: CaseFilter | null) =>
	readOf(
		previewCase,
		{ params: { ranking_key: rankingKey }, body: { filter: filter ?? {} } },
		{ enabled: filter !== null, staleTime: 0 },
	);

/** Shows how many votes a case would cover, while the operator is still writing it. */
function CasePreview({ rankingKey, filter }: { rankingKey: string; filter: CaseFilter | null }) {
	// Compare by JSON text, so that an equal filter object does not trigger another request.
	const asked = useSettled(JSON.stringify(filter), 400);
	const { data, isError, isFetching } = useQuery(previewOf(rankingKey, JSON.parse(asked) as CaseFilter | null));
	return (
		<output className="note" aria-busy={isFetching}>
			{asked === 'null' && <Trans>Choose votes to see how many match.</Trans>}
			{asked !== 'null' && isError && <Trans>The votes could not be counted. Please try again later.</Trans>}
			{asked !== 'null' && !isError && !data && <Trans>Counting…</Trans>}
			{data && (
				<>
					<b>
						<Plural value={data.tickets} one="# vote" other={`${formatNumber(data.tickets)} votes`} />
					</b>{' '}
					<Trans>
						<Plural value={data.votes} one="in # ballot" other={`in ${formatNumber(data.votes)} ballots`} />{' '}
						<Plural value={data.fans} one="from # fan" other={`from ${formatNumber(data.fans)} fans`} />, as of now
					</Trans>
					{data.artists.length > 0 && (
						<span className="cell-detail">
							{data.artists.map(({ en_name, tickets }) => `${en_name} ${formatNumber(tickets)}`).join(', ')}
						</span>
					)}
					<RankMoves moves={data.rank_moves} />
				</>
			)}
		</output>
	);
}

interface ObjectionsEndProps {
	rankingKey: string;
	filter: CaseFilter | null;
	hours: number | null;
}

const HOUR_SECONDS = 3_600;

/** Says when objections would end: after the hours that were entered, or earlier, with the review of the result. */
function ObjectionsEnd({ rankingKey, filter, hours }: ObjectionsEndProps) {
	const dateTime = useDateTime();
	const [now] = useState(presentSeconds);
	const { data } = useQuery(previewOf(rankingKey, filter));
	if (!data || hours === null || Number.isNaN(hours)) return null;
	const wanted = now + hours * HOUR_SECONDS;
	const ends = data.review_ends_time;
	return (
		<output className="cell-detail">
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
