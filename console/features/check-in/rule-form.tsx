/** The rule that fans read beside the seven days. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { editCheckInRule } from '#contract/operator/site/settings.ts';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { type CheckIn, checkInQuery, useEditRule } from './get-check-in.ts';

const valuesOf = ({ version, rule_raw }: CheckIn) => ({ version, rule_raw });

export function RuleForm({ stored }: { stored: CheckIn }) {
	const { t } = useLingui();
	const may = useMay();
	const client = useQueryClient();
	const save = useEditRule();
	const { draft, form } = useEditable({
		stored: valuesOf(stored),
		save: async ({ rule_raw: raw }, { version }) =>
			valuesOf((await save.mutateAsync({ version, rule_raw: raw })).check_in),
		reload: async () => valuesOf((await client.fetchQuery({ ...checkInQuery, staleTime: 0 })).check_in),
	});
	const { values, set } = draft;
	const readOnly = !may(editCheckInRule);
	return (
		<EditorForm {...form} readOnly={readOnly}>
			<RichTextField
				label={t`Rule`}
				value={values.rule_raw}
				disabled={readOnly}
				onChange={(html) => set({ rule_raw: html })}
			/>
		</EditorForm>
	);
}
