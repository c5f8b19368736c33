/** Site settings: the site's name and the price of a vote. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { editEconomy, editSettings, readSettings } from '#contract/operator/site/settings.ts';
import { isLanguage, languages } from '#contract/values/languages.ts';
import { SelectField, TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { call } from '../lib/api/call.ts';
import { readOf } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { formOf } from '../lib/form/contract-form.ts';
import { useEditable } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import type { ErrorOf } from '../lib/form/field-errors.ts';
import { NumberField, WhyField } from '../lib/form/fields.tsx';
import { Combobox } from '../lib/pickers/combobox.tsx';
import { currencyOptions, zoneOptions } from '../lib/pickers/options.ts';
import { Card, Page, WaitingCard } from '../shell/page.tsx';

export default function SettingsPage() {
	const { t } = useLingui();
	const read = useQuery(readOf(readSettings, {}));
	return (
		<Page title={t`Site settings`}>
			{read.data ? (
				<div className="two-cards">
					<Card title={<Trans>The site</Trans>}>
						<SettingsForm stored={read.data.settings} />
					</Card>
					<Card title={<Trans>Votes and money</Trans>}>
						<WaitsNotice kind="economy_change" />
						<EconomyForm stored={read.data.settings} />
					</Card>
				</div>
			) : (
				<WaitingCard read={read} />
			)}
		</Page>
	);
}

type Settings = ReplyOf<typeof readSettings>['settings'];

const settingsForm = formOf(editSettings);

const zones = zoneOptions();

/** Edits the site's name, contact and time zone. Each change needs a reason. */
function SettingsForm({ stored }: { stored: Settings }) {
	const { t } = useLingui();
	const { draft, form } = useEditable({
		stored,
		call: editSettings,
		// One link per line: a name, then the address.
		valuesOf: (settings) => ({
			...settingsForm.valuesOf(settings),
			social_links: settings.social_links.map(({ name, url }) => `${name} ${url}`).join('\n'),
		}),
		bodyOf: ({ social_links: lines, ...values }) => settingsForm.bodyOf({ ...values, social_links: linksIn(lines) }),
		save: (body, version) => call(editSettings, { body: { ...body, version } }),
	});
	const { values, set, text, field, errorOf } = draft;
	return (
		<EditorForm {...form}>
			<TextField label={t`Name of the site`} {...text('product')} />
			<TextField label={t`Contact address`} type="email" {...text('contact_mail')} />
			<div className="editor-pair">
				<Combobox label={t`Time zone`} disabled={form.readOnly} options={zones} {...field('timezone')} />
				<TextField
					label={t`Time zone abbreviation`}
					hint={t`Short, as fans see it beside times: KST.`}
					{...text('timezone_name')}
				/>
			</div>
			<SelectField
				label={t`Language of the content`}
				hint={t`The language in which articles, artists and banners are written before they are translated.`}
				value={values.content_language}
				onChange={(event) => {
					if (isLanguage(event.target.value)) set({ content_language: event.target.value });
				}}
			>
				{Object.entries(languages).map(([tag, name]) => (
					<option key={tag} value={tag} lang={tag}>
						{name}
					</option>
				))}
			</SelectField>
			<TextAreaField
				label={t`Social links`}
				hint={t`One link per line: a name, then an https address.`}
				{...text('social_links')}
				error={linkErrorOf(values.social_links, errorOf)}
			/>
			<WhyField label={t`Reason`} {...text('why')} />
		</EditorForm>
	);
}

/** The field holds all links, so it shows the first error of any of them. */
function linkErrorOf(text: string, errorOf: ErrorOf): string | null {
	const errors = linksIn(text).map(
		(_, index) => errorOf(`social_links.${index}.url`) ?? errorOf(`social_links.${index}.name`),
	);
	return errors.find((error) => error !== null) ?? null;
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

const economyForm = formOf(editEconomy);
const currencies = currencyOptions();

/** Edits the price of a vote and the currency. Only finance may change them. */
function EconomyForm({ stored }: { stored: Settings }) {
	const { t } = useLingui();
	const { draft, form } = useEditable({
		...economyForm,
		stored,
		call: editEconomy,
		save: (body, version) => call(editEconomy, { body: { ...body, version } }),
	});
	const { text, field } = draft;
	return (
		<EditorForm {...form}>
			<NumberField label={t`Gems per vote`} hint={t`Applies to new rankings only.`} {...field('ticket2gem_ratio')} />
			<div className="editor-pair">
				<Combobox label={t`Currency`} disabled={form.readOnly} options={currencies} {...field('currency_name')} />
				<TextField label={t`Currency symbol`} {...text('currency_symbol')} />
			</div>
			<WhyField label={t`Reason of this change`} {...text('why')} />
		</EditorForm>
	);
}
