/** Edits the price of a vote and the currency. Only finance may change them. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { editEconomy } from '#contract/operator/site/settings.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import { useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-issues.ts';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { currencyOptions } from '../../lib/pickers/known-options.ts';
import { NumberField } from '../../lib/form/number-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { type Settings, settingsQuery, useEditEconomy } from './get-site.ts';

const valuesOf = ({ version, ticket2gem_ratio: ratio, currency_name, currency_symbol }: Settings) => ({
	version,
	currency_name,
	currency_symbol,
	ratio: ratio as number | null,
	why: '',
});

const currencies = currencyOptions();

export function EconomyForm({ stored }: { stored: Settings }) {
	const { t } = useLingui();
	const may = useMay();
	const client = useQueryClient();
	const save = useEditEconomy();
	const { draft, form } = useEditable({
		stored: valuesOf(stored),
		check: ({ ratio, ...values }) => issuesOf(editEconomy, { ...values, ticket2gem_ratio: ratio }),
		save: async ({ ratio, ...values }, { version }) => {
			const body = { ...values, version, ticket2gem_ratio: ratio ?? 0 };
			const { settings, approval_id: waits } = await save.mutateAsync(body);
			return waits === null ? valuesOf(settings) : WAITS;
		},
		reload: async () => valuesOf((await client.fetchQuery({ ...settingsQuery, staleTime: 0 })).settings),
	});
	const { values, set, errorOf } = draft;
	const readOnly = !may(editEconomy);
	return (
		<EditorForm {...form} readOnly={readOnly}>
			<NumberField
				label={t`Gems per vote`}
				error={errorOf('ticket2gem_ratio')}
				hint={t`Applies to new rankings only.`}
				value={values.ratio}
				onChange={(ratio) => set({ ratio })}
			/>
			<div className="editor-pair">
				<Combobox
					label={t`Currency`}
					error={errorOf('currency_name')}
					disabled={readOnly}
					options={currencies}
					value={values.currency_name}
					onChange={(currency_name) => set({ currency_name })}
				/>
				<TextField
					label={t`Currency symbol`}
					error={errorOf('currency_symbol')}
					value={values.currency_symbol}
					onChange={(event) => set({ currency_symbol: event.target.value })}
				/>
			</div>
			<TextField
				label={t`Reason of this change`}
				error={errorOf('why')}
				hint={t`Kept in the audit trail.`}
				value={values.why}
				onChange={(event) => set({ why: event.target.value })}
			/>
		</EditorForm>
	);
}
