/** Site settings: the site's name and the price of a vote. */
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
	editAlerts,
	editEconomy,
	editSettings,
	readAlerts,
	readSettings,
	testAlerts,
} from '#contract/operator/site/settings.ts';
import { listGoods } from '#contract/operator/goods.ts';
import { languages } from '#contract/values/languages.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText, useRead, useSend } from '../lib/api/calls.tsx';
import { TextArea } from '../lib/elements/elements.tsx';
import { Card, Page, WaitingCard, WaitsNotice } from '../shell/page.tsx';
import { same } from '../lib/form/draft.ts';
import type { ErrorOf } from '../lib/form/contract-form.ts';
import type { FieldProps } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { Combobox, currencyOptions, symbolOf, zoneNameOf, zoneOptions } from '../lib/pickers/combobox.tsx';
import { useDateTime, useMay } from '../lib/session/operator.tsx';

export default function SettingsPage() {
	const may = useMay();
	const read = useRead(readSettings, {});
	return (
		<Page>
			{read.data ? (
				<div className="two-cards cards stack align-start gap-4">
					<Card title="The site">
						<SettingsForm stored={read.data.settings} />
					</Card>
					<Card title="Votes and money">
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
const SettingsForm = ({ stored }: { stored: Settings }) => (
	<ItemEditor
		stored={stored}
		of={{ edit: editSettings }}
		fields={(_, _stored, set) => ({
			product: { label: 'Name of the site' },
			contact_mail: { label: 'Contact address' },
			timezone: {
				label: 'Time zone',
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
			timezone_name: { label: 'Time zone abbreviation', hint: 'Short, as fans see it beside times: KST.', half: true },
			content_language: {
				label: 'Language of the content',
				hint: 'The language in which articles, artists and banners are written before they are translated.',
				options: languages,
			},
			social_links: {
				label: 'Social links',
				hint: 'One link per line: a name, then an https address.',
				render: (field, errorOf) => (
					<LinksField
						{...field}
						error={hasWrongLink(field.value, errorOf) ? 'Each line is a name, a space, and an https address.' : null}
					/>
				),
			},
			why: { label: 'Reason' },
		})}
	/>
);

type Links = Settings['social_links'];

/** One link per line: a name, then the address. Keeps the text as it is typed. */
function LinksField({ value, onChange, ...field }: FieldProps<Links>) {
	const [typed, setTyped] = useState('');
	return (
		<TextArea
			{...field}
			value={same(linksIn(typed), value) ? typed : value.map(({ name, url }) => `${name} ${url}`).join('\n')}
			onChange={(text) => {
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
	const toast = useToast();
	const dateTime = useDateTime();
	const read = useRead(readAlerts, {});
	const test = useSend(testAlerts, ({ alerts: { failure } }) => {
		if (failure === null) toast('The chat has taken the test', 'success');
	});
	if (!read.data) return <WaitingCard read={read} />;
	const { alerts } = read.data;
	const { failure } = alerts;
	return (
		<Card title="Alerts">
			<ItemEditor
				stored={alerts}
				of={{ edit: editAlerts }}
				fields={() => ({
					webhook_url: {
						label: 'Webhook',
						hint: 'An incoming webhook of Slack or Discord. It is told of each new dispute, waiting approval, paused ranking and failing job. Leave empty for no alerts.',
					},
				})}
			/>
			<output>
				{failure && (
					<span className="note block mb-4 rounded tone-2 note-warning semibold">
						Not delivered {dateTime(failure.time)}: {failure.text}
					</span>
				)}
			</output>
			<div className="steps row wraps gap-2 mt-5">
				<ErrorText error={test.error} />
				<Button
					variant="line"
					busy={test.isPending}
					disabled={alerts.webhook_url === null}
					onClick={() => test.mutate({})}
				>
					Send a test
				</Button>
			</div>
		</Card>
	);
}

const currencies = currencyOptions();

/** Edits the price of a vote and the currency. Only finance may change them. */
function EconomyForm({ stored }: { stored: Settings }) {
	const { goods = [] } = useRead(listGoods, {}).data ?? {};
	const leaving = (currency: string) =>
		goods.filter((pack) => !pack.withdrawn && pack.currency === stored.currency_name && pack.currency !== currency);
	return (
		<ItemEditor
			stored={stored}
			of={{ edit: editEconomy }}
			renderQuestion={({ currency_name: currency }) => {
				const { length: count } = leaving(currency);
				if (count === 0) return null;
				return count === 1
					? '1 pack leaves the store, because it is sold in another currency. Give it a new price under Gem packs.'
					: `${count} packs leave the store, because they are sold in another currency. Give them new prices under Gem packs.`;
			}}
			fields={(_, _stored, set) => ({
				ticket2gem_ratio: { label: 'Gems per vote', hint: 'Applies to new rankings only.' },
				currency_name: {
					label: 'Currency',
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
				currency_symbol: { label: 'Currency symbol', half: true },
				why: { label: 'Reason of this change' },
			})}
		/>
	);
}
