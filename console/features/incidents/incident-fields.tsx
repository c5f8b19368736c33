/** What an incident is about and when the fault was: the fields of a new and of a stored one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { sitePart, type SitePart } from '#contract/status.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import type { IncidentValues } from './incident-values.ts';
import { usePartNames } from './incident-words.tsx';

interface Props {
	values: IncidentValues;
	set: (part: Partial<IncidentValues>) => void;
	/** True for an incident that is over. */
	ended: boolean;
}

export function IncidentFields({ values, set, ended }: Props) {
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
