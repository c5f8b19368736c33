/** Opens an incident, or corrects a stored one. */
import { useLingui } from '@lingui/react/macro';
import { editIncident, type Incident, openIncident } from '#contract/operator/incidents/incidents.ts';
import { type IncidentState, sitePart, type SitePart } from '#contract/status.ts';
import { CheckboxField, TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { call } from '../../lib/api/call.ts';
import { formOf } from '../../lib/form/contract-form.ts';
import { type EditorOf, useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { ChoiceField, DateTimeField } from '../../lib/form/fields.tsx';
import { localNow } from '../../lib/format/time.ts';
import { useSiteZone } from '../../lib/session/operator.tsx';
import './incidents.css';

type OpenState = Exclude<IncidentState, 'resolved'>;
const OPEN_STATES: OpenState[] = ['investigating', 'identified', 'monitoring'];

const incidentForm = formOf(openIncident);

export function IncidentEditor(editor: EditorOf<Incident>) {
	const { t } = useLingui();
	const { timezone } = useSiteZone();
	const { stored } = editor;
	const { draft, form } = useEditable({
		...editor,
		target: stored && `incident:${stored.incident_id}`,
		call: stored ? editIncident : openIncident,
		valuesOf: (incident) => ({
			...incidentForm.valuesOf(incident ?? { parts: ['voting'], starts_local: localNow(timezone) }),
			/** Of the first update. Unused for a stored incident. */
			state: 'investigating' as OpenState,
			/** Empty while the incident is open. */
			ends_local: incident?.ends_local ?? '',
		}),
		bodyOf: ({ ends_local: ends, ...values }) => ({ ...incidentForm.bodyOf(values), ends_local: ends || null }),
		save: (body, version) =>
			stored
				? call(editIncident, { params: { incident_id: stored.incident_id }, body: { ...body, version } })
				: call(openIncident, { body }),
	});
	const { values, set, text, field } = draft;
	const parts = usePartNames();
	const states = useStateNames();
	const toggle = (part: SitePart, on: boolean) =>
		set({ parts: sitePart.options.filter((one) => (one === part ? on : values.parts.includes(one))) });
	return (
		<EditorForm {...form}>
			<TextField
				label={t`Title`}
				hint={t`Fans read it above every page: what does not work for them.`}
				maxLength={200}
				{...text('title')}
			/>
			<fieldset className="incident-parts">
				<legend>{t`Affected parts`}</legend>
				{sitePart.options.map((part) => (
					<CheckboxField
						key={part}
						label={parts[part]}
						checked={values.parts.includes(part)}
						onChange={(event) => toggle(part, event.target.checked)}
					/>
				))}
			</fieldset>
			<DateTimeField
				label={t`Began`}
				hint={t`Votes that failed from here on may be made good for.`}
				{...field('starts_local')}
			/>
			{editor.stored?.state === 'resolved' && <DateTimeField label={t`Ended`} {...field('ends_local')} />}
			{!editor.stored && (
				<>
					<ChoiceField
						label={t`State`}
						options={OPEN_STATES.map((state) => [state, states[state]])}
						{...field('state')}
					/>
					<TextAreaField
						label={t`First update`}
						hint={t`What fans notice, what they can do, when you will write again.`}
						maxLength={2_000}
						{...text('words')}
					/>
				</>
			)}
		</EditorForm>
	);
}

export function useStateNames(): Record<IncidentState, string> {
	const { t } = useLingui();
	return {
		investigating: t`Investigating`,
		identified: t`Cause found`,
		monitoring: t`Watching the fix`,
		resolved: t`Resolved`,
	};
}

function usePartNames(): Record<SitePart, string> {
	const { t } = useLingui();
	return {
		charts: t`Charts`,
		voting: t`Voting`,
		sign_in: t`Log in`,
		store: t`Store`,
		vote_log: t`Public vote log`,
	};
}

const tones: Record<IncidentState, TagTone> = {
	investigating: 'bad',
	identified: 'warning',
	monitoring: 'warning',
	resolved: 'good',
};

export function IncidentStateTag({ state }: { state: IncidentState }) {
	return <Tag tone={tones[state]}>{useStateNames()[state]}</Tag>;
}
