/** Fields that select votes. A vote must match all fields that are filled in. */
import { Trans, useLingui } from '@lingui/react/macro';
import { SelectField, TextAreaField } from '#ui/primitives/form-field.tsx';
import { DateTimeField } from '../../../lib/form/date-time-field.tsx';
import { Combobox } from '../../../lib/pickers/combobox.tsx';
import { countryOptions } from '../../../lib/pickers/known-options.ts';
import { shortNetwork } from '../../../lib/format/network.ts';
import type { CaseValues } from './case-values.ts';

interface Props {
	values: CaseValues;
	artists: readonly { artist_id: number; en_name: string }[];
	onChange: (part: Partial<CaseValues>) => void;
}

const countries = countryOptions();

export function CaseFilterFields({ values, artists, onChange }: Props) {
	const { t } = useLingui();
	return (
		<fieldset className="case-fields">
			<legend>
				<Trans>Which votes</Trans>
			</legend>
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
