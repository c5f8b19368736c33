/** Edits the site's name, contact and time zone. Each change needs a reason. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { editSettings } from '#contract/operator/site/settings.ts';
import { TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { type Settings, settingsQuery, useEditSettings } from './get-site.ts';

const valuesOf = ({ version, product, contact_mail, social_links, timezone, timezone_name }: Settings) => ({
	version,
	product,
	contact_mail,
	timezone,
	timezone_name,
	/** One link per line: a name, then the address. */
	social_links: social_links.map(({ name, url }) => `${name} ${url}`).join('\n'),
	why: '',
});

export function SettingsForm({ stored }: { stored: Settings }) {
	const { t } = useLingui();
	const may = useMay();
	const client = useQueryClient();
	const save = useEditSettings();
	const { draft, form } = useEditable({
		stored: valuesOf(stored),
		save: async (values, { version }) => {
			const body = { ...values, version, social_links: linksIn(values.social_links) };
			return valuesOf((await save.mutateAsync(body)).settings);
		},
		reload: async () => valuesOf((await client.fetchQuery({ ...settingsQuery, staleTime: 0 })).settings),
	});
	const { values, set } = draft;
	return (
		<EditorForm {...form} readOnly={!may(editSettings)}>
			<TextField
				label={t`Name of the site`}
				value={values.product}
				onChange={(event) => set({ product: event.target.value })}
			/>
			<TextField
				label={t`Contact address`}
				type="email"
				value={values.contact_mail}
				onChange={(event) => set({ contact_mail: event.target.value })}
			/>
			<div className="editor-pair">
				<TextField
					label={t`Time zone`}
					hint={t`For example Asia/Seoul.`}
					value={values.timezone}
					onChange={(event) => set({ timezone: event.target.value })}
				/>
				<TextField
					label={t`Time zone name`}
					value={values.timezone_name}
					onChange={(event) => set({ timezone_name: event.target.value })}
				/>
			</div>
			<TextAreaField
				label={t`Social links`}
				hint={t`One link per line: a name, then an https address.`}
				value={values.social_links}
				onChange={(event) => set({ social_links: event.target.value })}
			/>
			<TextField
				label={t`Reason`}
				hint={t`Kept in the audit trail.`}
				value={values.why}
				onChange={(event) => set({ why: event.target.value })}
			/>
		</EditorForm>
	);
}

function linksIn(text: string): { name: string; url: string }[] {
	const lines = text.split('\n').map((line) => line.trim());
	return lines
		.filter((line) => line !== '')
		.map((line) => {
			const [, name = line, url = ''] = /^(.*?)\s+(\S+)$/.exec(line) ?? [];
			return { name, url };
		});
}
