/** Opens a case: its votes, the reason and the public statement. Opening a case changes no votes or gems. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { useSettled } from '#client/use-settled.ts';
import type { CaseFilter, VoteCase } from '#contract/operator/voting/cases.ts';
import { caseReason } from '#contract/voting.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError, SelectField, TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { ErrorText } from '../../../lib/api/error-text.tsx';
import { CancelButton } from '../../../lib/dialogs/dialog-box.tsx';
import { DateTimeField, NumberField } from '../../../lib/form/fields.tsx';
import { shortNetwork } from '../../../lib/format/values.ts';
import { Combobox } from '../../../lib/pickers/combobox.tsx';
import { countryOptions } from '../../../lib/pickers/options.ts';
import { useDateTime } from '../../../lib/session/operator.tsx';
import { useConsequence, useReasonName } from './case-facts.tsx';
import { type CaseValues, filterOf, type Missing, missingIn, newCase } from './case-values.ts';
import { previewQuery, useOpenCase } from './get-cases.ts';
import { RankMoves } from './rank-moves.tsx';
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
		<Dialog open onClose={props.onClose} labelledBy={heading} shape="center" className="case-dialog">
			<OpenCaseForm {...props} heading={heading} />
		</Dialog>
	);
}

function OpenCaseForm({
	ranking,
	artists,
	filter,
	heading,
	onClose,
	onOpened,
}: OpenCaseDialogProps & { heading: string }) {
	const { t } = useLingui();
	const opening = useOpenCase();
	const [values, setValues] = useState(() => newCase(filter));
	const [missing, setMissing] = useState<Missing[]>([]);
	const change = (part: Partial<CaseValues>) => setValues((present) => ({ ...present, ...part }));
	const chosen = filterOf(values);

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
		opening.mutate(body, { onSuccess: (reply) => onOpened(reply.case) });
	}

	return (
		<form className="dialog-body" onSubmit={submit} noValidate>
			<h2 id={heading}>
				<Trans>Open a case on {ranking.title}</Trans>
			</h2>
			<CaseFilterFields values={values} artists={artists} onChange={change} />
			{missing.includes('votes') ? <FieldError>{t`Please choose some votes`}</FieldError> : null}
			<CasePreview rankingKey={ranking.ranking_key} filter={chosen} />
			<Held values={values} missing={missing} onChange={change} />
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

interface HeldProps {
	values: CaseValues;
	missing: Missing[];
	onChange: (part: Partial<CaseValues>) => void;
}

/** Fields for the reason, the incident link and the public statement of the case. */
function Held({ values, missing, onChange }: HeldProps) {
	const { t } = useLingui();
	const reasonName = useReasonName();
	const consequence = useConsequence();
	return (
		<fieldset className="case-fields">
			<legend>{t`Reason and statement`}</legend>
			<SelectField
				label={t`Reason`}
				hint={consequence(values.reason)}
				value={values.reason}
				onChange={({ target }) =>
					onChange({ reason: caseReason.options.find((reason) => reason === target.value) ?? 'BOT' })
				}
			>
				{caseReason.options.map((reason) => (
					<option key={reason} value={reason}>
						{reasonName(reason)}
					</option>
				))}
			</SelectField>
			<TextField
				label={t`Link to the incident`}
				hint={t`Required for “Our error”.`}
				type="url"
				value={values.incident}
				error={missing.includes('incident') ? t`“Our error” needs a link to the incident` : null}
				onChange={({ target }) => onChange({ incident: target.value })}
			/>
			<TextAreaField
				label={t`Public statement`}
				hint={t`Public. Do not name anyone.`}
				maxLength={2_000}
				value={values.statement}
				error={missing.includes('statement') ? t`Please write a public statement` : null}
				onChange={({ target }) => onChange({ statement: target.value })}
			/>
			<NumberField
				label={t`Objection period (hours)`}
				hint={t`At least 24 hours. Ends no later than the review of the result.`}
				value={values.hours}
				error={missing.includes('hours') ? t`From 24 to 720 hours` : null}
				onChange={(hours) => onChange({ hours })}
			/>
		</fieldset>
	);
}

interface Props {
	values: CaseValues;
	artists: readonly { artist_id: number; en_name: string }[];
	onChange: (part: Partial<CaseValues>) => void;
}

const countries = countryOptions();

/** Fields that select votes. A vote must match all fields that are filled in. */
function CaseFilterFields({ values, artists, onChange }: Props) {
	const { t } = useLingui();
	return (
		<fieldset className="case-fields">
			<legend>{t`Which votes`}</legend>
			<div className="editor-pair">
				<SelectField
					label={t`Artist`}
					value={values.artist}
					onChange={({ target }) => onChange({ artist: target.value })}
				>
					<option value="">{t`Any`}</option>
					{artists.map(({ artist_id, en_name }) => (
						<option key={artist_id} value={artist_id}>
							{en_name}
						</option>
					))}
				</SelectField>
				<Combobox
					label={t`Country of the fan`}
					options={countries}
					optional
					value={values.country}
					onChange={(country) => onChange({ country })}
				/>
			</div>
			{values.network !== '' && (
				<SelectField
					label={t`Fans who signed in from the network`}
					value={values.network}
					onChange={({ target }) => onChange({ network: target.value })}
				>
					<option value={values.network}>{shortNetwork(values.network)}</option>
					<option value="">{t`Any`}</option>
				</SelectField>
			)}
			<div className="case-pair">
				<DateTimeField
					label={t`Registered from`}
					value={values.joinedFrom}
					onChange={(joinedFrom) => onChange({ joinedFrom })}
				/>
				<DateTimeField
					label={t`Registered before`}
					value={values.joinedTo}
					onChange={(joinedTo) => onChange({ joinedTo })}
				/>
				<DateTimeField label={t`Cast from`} value={values.castFrom} onChange={(castFrom) => onChange({ castFrom })} />
				<DateTimeField label={t`Cast before`} value={values.castTo} onChange={(castTo) => onChange({ castTo })} />
			</div>
			<TextAreaField
				label={t`Fan numbers`}
				rows={2}
				hint={t`Up to 1,000 numbers.`}
				value={values.fans}
				onChange={({ target }) => onChange({ fans: target.value })}
			/>
		</fieldset>
	);
}

/** Shows how many votes a case would cover, while the operator is still writing it. */
function CasePreview({ rankingKey, filter }: { rankingKey: string; filter: CaseFilter | null }) {
	// Compare by JSON text, so that an equal filter object does not trigger another request.
	const asked = useSettled(JSON.stringify(filter), 400);
	const { data, isError, isFetching } = useQuery(previewQuery(rankingKey, JSON.parse(asked) as CaseFilter | null));
	return (
		<output className="case-preview" aria-busy={isFetching}>
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
						<span className="case-detail">
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
