/** Opens an incident, or corrects a stored one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { openIncident } from '#contract/operator/incidents/incidents.ts';
import { type IncidentState, sitePart, type SitePart } from '#contract/status.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { useMay, useSiteZone } from '../../lib/session/operator.tsx';
import { type Incident, useEditIncident, useOpenIncident } from './get-incidents.ts';
import { DateTimeField } from '../../lib/form/fields.tsx';
import './incidents.css';

interface IncidentEditorProps {
	stored: Incident | undefined;
	reload: () => Promise<Incident | undefined>;
	onSaved: () => void;
	onDiscarded: () => void;
}

export function IncidentEditor({ stored, reload, onSaved, onDiscarded }: IncidentEditorProps) {
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

interface Props {
	values: IncidentValues;
	set: (part: Partial<IncidentValues>) => void;
	/** True for an incident that is over. */
	ended: boolean;
}

/** What an incident is about and when the fault was: the fields of a new and of a stored one. */
function IncidentFields({ values, set, ended }: Props) {
	const { t } = useLingui();
	const names = usePartNames();
	const { parts } = values;
	const toggle = (part: SitePart, on: boolean) =>
		set({ parts: sitePart.options.filter((one) => (one === part ? on : parts.includes(one))) });
	return (
		<>
			<TextField
				label={t`Title`}
				hint={t`Fans read it above every page: what does not work for them.`}
				maxLength={200}
				value={values.title}
				onChange={(event) => set({ title: event.target.value })}
			/>
			<fieldset className="incident-parts">
				<legend>
					<Trans>Affected parts</Trans>
				</legend>
				{sitePart.options.map((part) => (
					<CheckboxField
						key={part}
						label={names[part]}
						checked={parts.includes(part)}
						onChange={(event) => toggle(part, event.target.checked)}
					/>
				))}
			</fieldset>
			<DateTimeField
				label={t`Began`}
				hint={t`Votes that failed from here on may be made good for.`}
				value={values.starts}
				onChange={(starts) => set({ starts })}
			/>
			{ended && <DateTimeField label={t`Ended`} value={values.ends} onChange={(ends) => set({ ends })} />}
		</>
	);
}

interface IncidentValues {
	id: number | null;
	version: number;
	title: string;
	parts: SitePart[];
	starts: string;
	/** Empty while the incident is open. */
	ends: string;
	/** Of the first update. Unused for a stored incident. */
	state: Exclude<IncidentState, 'resolved'>;
	words: string;
}

/** `now`: local time of the site. */
const newIncident = (now: string): IncidentValues => ({
	id: null,
	version: 0,
	title: '',
	parts: ['voting'],
	starts: now,
	ends: '',
	state: 'investigating',
	words: '',
});

const valuesOf = (incident: Incident): IncidentValues => ({
	...newIncident(incident.starts_local),
	id: incident.incident_id,
	version: incident.version,
	title: incident.title,
	parts: incident.parts,
	ends: incident.ends_local ?? '',
});

/** The current minute on the site's clock: `YYYY-MM-DDTHH:MM`. */
function localNow(timeZone: string): string {
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	return format.format(Date.now()).replace(' ', 'T');
}

/** States of incidents and parts of the site, in words. */
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
