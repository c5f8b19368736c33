/** Opens an incident, or corrects a stored one. */
import { useLingui } from '@lingui/react/macro';
import { type Incident, incidents } from '#contract/operator/incidents/incidents.ts';
import { type IncidentState, sitePart, type SitePart } from '#contract/status.ts';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import type { EditorOf } from '../../lib/form/editable.ts';
import { ItemEditor } from '../../lib/form/item-editor.tsx';
import { localNow } from '../../lib/format/time.ts';
import { useSiteZone } from '../../lib/session/operator.tsx';
import './incidents.css';

export function IncidentEditor(editor: EditorOf<Incident>) {
	const { t } = useLingui();
	const { timezone } = useSiteZone();
	const { stored } = editor;
	const parts = usePartNames();
	const { resolved: _, ...states } = useStateNames();
	return (
		<ItemEditor
			{...editor}
			of={incidents}
			fresh={{ parts: ['voting'], starts_local: localNow(timezone), state: 'investigating' }}
			fields={() => ({
				title: { label: t`Title`, hint: t`Fans read it above every page: what does not work for them.` },
				parts: {
					label: t`Affected parts`,
					render: ({ label, value, onChange }) => (
						<fieldset className="incident-parts">
							<legend>{label}</legend>
							{sitePart.options.map((part) => (
								<CheckboxField
									key={part}
									label={parts[part]}
									checked={value.includes(part)}
									onChange={({ target: { checked } }) =>
										onChange(sitePart.options.filter((one) => (one === part ? checked : value.includes(one))))
									}
								/>
							))}
						</fieldset>
					),
				},
				starts_local: { label: t`Began`, hint: t`Votes that failed from here on may be made good for.` },
				ends_local: stored?.state === 'resolved' ? { label: t`Ended` } : null,
				state: stored ? null : { label: t`State`, options: states },
				words: stored
					? null
					: {
							label: t`First update`,
							hint: t`What fans notice, what they can do, when you will write again.`,
						},
			})}
		/>
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
