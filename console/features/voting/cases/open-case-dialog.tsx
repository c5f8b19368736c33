/** Opens a case: its votes, the reason and the public statement. Opening a case changes no votes or gems. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import { type CaseFilter, type VoteCase } from '#contract/operator/voting/cases.ts';
import { caseReason } from '#contract/voting.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError, SelectField, TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../../../lib/api/error-text.ts';
import { NumberField } from '../../../lib/form/number-field.tsx';
import { CasePreview } from './case-preview.tsx';
import { type CaseValues, filterOf, type Missing, missingIn, newCase } from './case-values.ts';
import { useConsequence, useReasonName } from './case-words.tsx';
import { ObjectionsEnd } from './objections-end.tsx';
import { CaseFilterFields } from './filter-fields.tsx';
import { useOpenCase } from './get-cases.ts';
import '../../../lib/form/editor-form.css';
import './cases.css';

interface Props {
	ranking: { ranking_key: string; title: string };
	artists: readonly { artist_id: number; en_name: string }[];
	/** The votes that are already chosen when the dialog opens. */
	filter: CaseFilter;
	onClose: () => void;
	onOpened: (opened: VoteCase) => void;
}

export function OpenCaseDialog(props: Props) {
	const heading = useId();
	return (
		<Dialog open onClose={props.onClose} labelledBy={heading} shape="center" className="case-dialog">
			<OpenCaseForm {...props} heading={heading} />
		</Dialog>
	);
}

function OpenCaseForm({ ranking, artists, filter, heading, onClose, onOpened }: Props & { heading: string }) {
	const { t } = useLingui();
	const textOf = useErrorText();
	const keyOf = useIdempotencyKey();
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
		opening.mutate({ body, idempotencyKey: keyOf(body) }, { onSuccess: (reply) => onOpened(reply.case) });
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
			{opening.error ? <FieldError>{textOf(opening.error)}</FieldError> : null}
			<div className="dialog-actions">
				<Button variant="quiet" onClick={onClose}>
					<Trans>Cancel</Trans>
				</Button>
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
			<legend>
				<Trans>Reason and statement</Trans>
			</legend>
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
