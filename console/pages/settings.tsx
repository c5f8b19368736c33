/** Site settings: the site's name and the price of a vote. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listGoods } from '#contract/operator/goods.ts';
import { editAlerts, readAlerts, testAlerts } from '#contract/operator/site/alerts.ts';
import { editEconomy, editSettings, readSettings } from '#contract/operator/site/settings.ts';
import { languages } from '#contract/values/languages.ts';
import { Button } from '#ui/primitives/button.tsx';
import { TextAreaField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText } from '../lib/api/error-text.tsx';
import { readOf, useSend } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { same } from '../lib/form/draft.ts';
import type { ErrorOf } from '../lib/form/field-errors.ts';
import type { FieldProps } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { Combobox } from '../lib/pickers/combobox.tsx';
import { currencyOptions, symbolOf, zoneNameOf, zoneOptions } from '../lib/pickers/options.ts';
import { useDateTime, useMay } from '../lib/session/operator.tsx';
import { Card, Page, WaitingCard } from '../shell/page.tsx';

export default function SettingsPage() {
	const { t } = useLingui();
	const may = useMay();
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
					{may(readAlerts) && <AlertsCard />}
				</div>
			) : (
				<WaitingCard read={read} />
			)}
		</Page>
	);
}

type Settings = ReplyOf<typeof readSettings>['settings'];

const zones = zoneOptions();

/** Edits the site's name, contact and time zone. Each change needs a reason. */
function SettingsForm({ stored }: { stored: Settings }) {
	const { t } = useLingui();
	return (
		<ItemEditor
			stored={stored}
			of={{ edit: editSettings }}
			fields={(_, set) => ({
				product: { label: t`Name of the site` },
				contact_mail: { label: t`Contact address` },
				timezone: {
					label: t`Time zone`,
					half: true,
					render: ({ onChange: _change, ...field }) => (
						<Combobox
							{...field}
							options={zones}
							onChange={(timezone) => {
								const isStored = timezone === stored.timezone;
								set({ timezone, timezone_name: isStored ? stored.timezone_name : zoneNameOf(timezone) });
							}}
						/>
					),
				},
				timezone_name: {
					label: t`Time zone abbreviation`,
					hint: t`Short, as fans see it beside times: KST.`,
					half: true,
				},
				content_language: {
					label: t`Language of the content`,
					hint: t`The language in which articles, artists and banners are written before they are translated.`,
					options: languages,
				},
				social_links: {
					label: t`Social links`,
					hint: t`One link per line: a name, then an https address.`,
					render: (field, errorOf) => (
						<LinksField
							{...field}
							error={hasWrongLink(field.value, errorOf) ? t`Each line is a name, a space, and an https address.` : null}
						/>
					),
				},
				why: { label: t`Reason` },
			})}
		/>
	);
}

type Links = Settings['social_links'];

/** One link per line: a name, then the address. Keeps the text as it is typed. */
function LinksField({ value, onChange, ...field }: FieldProps<Links>) {
	const [typed, setTyped] = useState('');
	return (
		<TextAreaField
			{...field}
			value={same(linksIn(typed), value) ? typed : value.map(({ name, url }) => `${name} ${url}`).join('\n')}
			onChange={({ target: { value: text } }) => {
				setTyped(text);
				onChange(linksIn(text));
			}}
		/>
	);
}

/** The field holds all links. A line without a name is no empty field. */
const hasWrongLink = (links: Links, errorOf: ErrorOf): boolean =>
	links.some((_, index) => errorOf(`social_links.${index}.url`) ?? errorOf(`social_links.${index}.name`));

function linksIn(text: string): Links {
	const lines = text.split('\n').map((line) => line.trim());
	return lines
		.filter((line) => line !== '')
		.map((line) => {
			const [, name = line, url = ''] = /^(.*?)\s+(\S+)$/.exec(line) ?? [];
			return { name, url };
		});
}

/** Where the operators' chat takes alerts. */
function AlertsCard() {
	const { t } = useLingui();
	const toast = useToast();
	const dateTime = useDateTime();
	const read = useQuery(readOf(readAlerts, {}));
	const test = useSend(testAlerts, ({ alerts: { failure } }) => {
		if (failure === null) toast(t`The chat has taken the test`, 'success');
	});
	if (!read.data) return <WaitingCard read={read} />;
	const { alerts } = read.data;
	const { failure } = alerts;
	return (
		<Card title={<Trans>Alerts</Trans>}>
			<ItemEditor
				stored={alerts}
				of={{ edit: editAlerts }}
				fields={() => ({
					webhook_url: {
						label: t`Webhook`,
						hint: t`An incoming webhook of Slack or Discord. It is told of each new dispute, waiting approval, paused ranking and failing job. Leave empty for no alerts.`,
					},
				})}
			/>
			<output>
				{failure && (
					<span className="note note-warning">
						<Trans>
							Not delivered {dateTime(failure.time)}: {failure.text}
						</Trans>
					</span>
				)}
			</output>
			<div className="steps">
				<ErrorText error={test.error} />
				<Button
					variant="line"
					busy={test.isPending}
					disabled={alerts.webhook_url === null}
					onClick={() => test.mutate({})}
				>
					<Trans>Send a test</Trans>
				</Button>
			</div>
		</Card>
	);
}

const currencies = currencyOptions();

/** Edits the price of a vote and the currency. Only finance may change them. */
function EconomyForm({ stored }: { stored: Settings }) {
	const { t } = useLingui();
	const { goods = [] } = useQuery(readOf(listGoods, {})).data ?? {};
	const leaving = (currency: string) =>
		goods.filter((pack) => !pack.withdrawn && pack.currency === stored.currency_name && pack.currency !== currency);
	return (
		<ItemEditor
			stored={stored}
			of={{ edit: editEconomy }}
			renderQuestion={({ currency_name: currency }) =>
				leaving(currency).length > 0 && (
					<Plural
						value={leaving(currency).length}
						one="# pack leaves the store, because it is sold in another currency. Give it a new price under Gem packs."
						other="# packs leave the store, because they are sold in another currency. Give them new prices under Gem packs."
					/>
				)
			}
			fields={(_, set) => ({
				ticket2gem_ratio: { label: t`Gems per vote`, hint: t`Applies to new rankings only.` },
				currency_name: {
					label: t`Currency`,
					half: true,
					render: ({ onChange: _change, ...field }) => (
						<Combobox
							{...field}
							options={currencies}
							onChange={(currency_name) => {
								const isStored = currency_name === stored.currency_name;
								set({ currency_name, currency_symbol: isStored ? stored.currency_symbol : symbolOf(currency_name) });
							}}
						/>
					),
				},
				currency_symbol: { label: t`Currency symbol`, half: true },
				why: { label: t`Reason of this change` },
			})}
		/>
	);
}
