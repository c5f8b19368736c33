/** Opens an incident, or corrects a stored one. */
import { useLingui } from '@lingui/react/macro';
import { openIncident } from '#contract/operator/incidents/incidents.ts';
import { SelectField, TextAreaField } from '#ui/primitives/form-field.tsx';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import { type Incident, useEditIncident, useOpenIncident } from './get-incidents.ts';
import { IncidentFields } from './incident-fields.tsx';
import { type IncidentValues, localNow, newIncident, valuesOf } from './incident-values.ts';
import { useStateNames } from './incident-words.tsx';
import './incidents.css';

interface Props {
	stored: Incident | undefined;
	reload: () => Promise<Incident | undefined>;
	onSaved: () => void;
	onDiscarded: () => void;
}

export function IncidentEditor({ stored, reload, onSaved, onDiscarded }: Props) {
	const may = useMay();
	const { timezone } = useSiteZone();
	const [open, edit] = [useOpenIncident(), useEditIncident()];
	const { draft, form } = useEditable<IncidentValues>({
		stored: stored ? valuesOf(stored) : newIncident(localNow(timezone)),
		save: async ({ title, parts, starts, ends, state, words }, { id, version }) => {
			const fields = { title, parts, starts_local: starts };
			const { incident } =
				id === null
					? await open.mutateAsync({ ...fields, state, words })
					: await edit.mutateAsync({ incidentId: id, body: { ...fields, version, ends_local: ends || null } });
			return valuesOf(incident);
		},
		reload: async () => {
			const now = await reload();
			return now && valuesOf(now);
		},
		onSaved,
		onDiscarded,
	});
	const { values, set } = draft;
	return (
		<EditorForm {...form} fresh={!stored} readOnly={!may(openIncident)}>
			<IncidentFields values={values} set={set} ended={stored?.state === 'resolved'} />
			{!stored && <FirstUpdate values={values} set={set} />}
		</EditorForm>
	);
}

const OPEN_STATES = ['investigating', 'identified', 'monitoring'] as const;

function FirstUpdate({ values, set }: { values: IncidentValues; set: (part: Partial<IncidentValues>) => void }) {
	const { t } = useLingui();
	const names = useStateNames();
	return (
		<>
			<SelectField
				label={t`State`}
				value={values.state}
				onChange={(event) =>
					set({ state: OPEN_STATES.find((state) => state === event.target.value) ?? 'investigating' })
				}
			>
				{OPEN_STATES.map((state) => (
					<option key={state} value={state}>
						{names[state]}
					</option>
				))}
			</SelectField>
			<TextAreaField
				label={t`First update`}
				hint={t`What fans notice, what they can do, when you will write again.`}
				maxLength={2_000}
				value={values.words}
				onChange={(event) => set({ words: event.target.value })}
			/>
		</>
	);
}
