/** Site settings: the site's name and the price of a vote. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { editEconomy, editSettings } from '#contract/operator/site/settings.ts';
import { isLanguage, languages } from '#contract/values/languages.ts';
import { SelectField, TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { type Settings, settingsQuery, useEditEconomy, useEditSettings } from '../features/site/get-site.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { Card, Page } from '../shell/page.tsx';
import { useEditable, WAITS } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import { issuesOf } from '../lib/form/field-errors.ts';
import { Combobox } from '../lib/pickers/combobox.tsx';
import { currencyOptions, zoneOptions } from '../lib/pickers/options.ts';
import { useMay } from '../lib/session/operator.tsx';
import { NumberField } from '../lib/form/fields.tsx';

export default function SettingsPage() {
	const { t } = useLingui();
	const { data, isError, refetch } = useQuery(settingsQuery);
	return (
		<Page title={t`Site settings`}>
			{data ? (
				<div className="two-cards">
					<Card title={<Trans>The site</Trans>}>
						<SettingsForm stored={data.settings} />
					</Card>
					<Card title={<Trans>Votes and money</Trans>}>
						<WaitsNotice kind="economy_change" />
						<EconomyForm stored={data.settings} />
					</Card>
				</div>
			) : (
				<Card>
					{isError ? <ReadFailed onRetry={() => void refetch()} /> : <Skeleton className="screen-skeleton" />}
				</Card>
			)}
		</Page>
	);
}

const settingsOf = ({ version, product, contact_mail, social_links, content_language, ...zone }: Settings) => ({
	version,
	product,
	contact_mail,
	content_language,
	timezone: zone.timezone,
	timezone_name: zone.timezone_name,
	/** One link per line: a name, then the address. */
	social_links: social_links.map(({ name, url }) => `${name} ${url}`).join('\n'),
	why: '',
});

const zones = zoneOptions();

/** Edits the site's name, contact and time zone. Each change needs a reason. */
function SettingsForm({ stored }: { stored: Settings }) {
	const { t } = useLingui();
	const may = useMay();
	const client = useQueryClient();
	const save = useEditSettings();
	const bodyOf = (values: ReturnType<typeof settingsOf>) => ({ ...values, social_links: linksIn(values.social_links) });
	const { draft, form } = useEditable({
		stored: settingsOf(stored),
		check: (values) => issuesOf(editSettings, bodyOf(values)),
		save: async (values, { version }) => settingsOf((await save.mutateAsync({ ...bodyOf(values), version })).settings),
		reload: async () => settingsOf((await client.fetchQuery({ ...settingsQuery, staleTime: 0 })).settings),
	});
	const { values, set, errorOf } = draft;
	const readOnly = !may(editSettings);
	return (
		<EditorForm {...form} readOnly={readOnly}>
			<TextField
				label={t`Name of the site`}
				error={errorOf('product')}
				value={values.product}
				onChange={(event) => set({ product: event.target.value })}
			/>
			<TextField
				label={t`Contact address`}
				type="email"
				error={errorOf('contact_mail')}
				value={values.contact_mail}
				onChange={(event) => set({ contact_mail: event.target.value })}
			/>
			<div className="editor-pair">
				<Combobox
					label={t`Time zone`}
					error={errorOf('timezone')}
					disabled={readOnly}
					options={zones}
					value={values.timezone}
					onChange={(timezone) => set({ timezone })}
				/>
				<TextField
					label={t`Time zone abbreviation`}
					hint={t`Short, as fans see it beside times: KST.`}
					error={errorOf('timezone_name')}
					value={values.timezone_name}
					onChange={(event) => set({ timezone_name: event.target.value })}
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
				error={linkErrorOf(values.social_links, errorOf)}
				hint={t`One link per line: a name, then an https address.`}
				value={values.social_links}
				onChange={(event) => set({ social_links: event.target.value })}
			/>
			<TextField
				label={t`Reason`}
				error={errorOf('why')}
				hint={t`Kept in the audit trail.`}
				value={values.why}
				onChange={(event) => set({ why: event.target.value })}
			/>
		</EditorForm>
	);
}

/** The field holds all links, so it shows the first error of any of them. */
function linkErrorOf(text: string, errorOf: (field: string) => string | null): string | null {
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

const economyOf = ({ version, ticket2gem_ratio: ratio, currency_name, currency_symbol }: Settings) => ({
	version,
	currency_name,
	currency_symbol,
	ratio: ratio as number | null,
	why: '',
});

const currencies = currencyOptions();

/** Edits the price of a vote and the currency. Only finance may change them. */
function EconomyForm({ stored }: { stored: Settings }) {
	const { t } = useLingui();
	const may = useMay();
	const client = useQueryClient();
	const save = useEditEconomy();
	const { draft, form } = useEditable({
		stored: economyOf(stored),
		check: ({ ratio, ...values }) => issuesOf(editEconomy, { ...values, ticket2gem_ratio: ratio }),
		save: async ({ ratio, ...values }, { version }) => {
			const body = { ...values, version, ticket2gem_ratio: ratio ?? 0 };
			const { settings, approval_id: waits } = await save.mutateAsync(body);
			return waits === null ? economyOf(settings) : WAITS;
		},
		reload: async () => economyOf((await client.fetchQuery({ ...settingsQuery, staleTime: 0 })).settings),
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
