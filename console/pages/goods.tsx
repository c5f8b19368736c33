/** Goods of the store. */
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listGoods, packs, removeGoods } from '#contract/operator/goods.ts';
import { readSettings } from '#contract/operator/site/settings.ts';
import { isChargeable, minorDigits, toMajor } from '#contract/values/money.ts';
import { GemIcon } from '#ui/icons.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useRead } from '../lib/api/calls.tsx';
import { siteAddress, TextInput } from '../lib/elements/elements.tsx';
import { formOf } from '../lib/form/contract-form.ts';
import { type EditorOf, useItem } from '../lib/form/editable.ts';
import { Fields, type FieldsOf, numberIn } from '../lib/form/fields.tsx';
import { advise, type Check, need, PublishedForm } from '../lib/form/item-editor.tsx';
import { Combobox, currencyOptions } from '../lib/pickers/combobox.tsx';
import type { DataColumn } from '../lib/table/table.tsx';
import { ListPage } from '../shell/list-page.tsx';
import './goods.css';
import { majorText, minorOf, priceLimits } from '../lib/format/values.ts';

export default function GoodsPage() {
	const { data } = useRead(readSettings, {});
	const { data: listed } = useRead(listGoods, {});
	const siteCurrency = data?.settings.currency_name;
	const priceOf = (row: Goods) => formatMoney({ currency: row.currency, minor: row.price_minor });
	const nameOf = (row: Goods) => `${formatNumber(row.gems)} gems for ${priceOf(row)}`;
	const columns: DataColumn<Goods>[] = [
		{ key: 'gems', header: 'Gems', strong: true, render: (row) => `${formatNumber(row.gems)} gems` },
		{
			key: 'bonus',
			header: 'Extra',
			align: 'end',
			room: 'some',
			render: (row) => (row.bonus_gems > 0 ? `+${formatNumber(row.bonus_gems)}` : '–'),
		},
		{ key: 'price', header: 'Price', align: 'end', render: priceOf },
		{ key: 'status', header: 'Status', render: (row) => <SaleTag goods={row} siteCurrency={siteCurrency} /> },
		{ key: 'position', header: 'Position', align: 'end', room: 'much', render: 'position' },
	];
	return (
		<ListPage
			of={{ ...packs, remove: removeGoods }}
			nameOf={nameOf}
			columns={columns}
			newName="New pack"
			none="No gem packs yet. Fans buy gems in packs; create the first one."
			onSite={(row) => (row.withdrawn || row.currency !== siteCurrency ? null : siteAddress.store)}
			renderEditor={(props) =>
				data && listed ? <GoodsEditor {...props} site={data.settings} all={listed.goods} /> : null
			}
		/>
	);
}

function SaleTag({ goods, siteCurrency }: { goods: Goods; siteCurrency: string | undefined }) {
	if (goods.withdrawn) return <Tag>Draft</Tag>;
	if (siteCurrency !== undefined && goods.currency !== siteCurrency) return <Tag tone="warning">Other currency</Tag>;
	return <Tag tone="good">On sale</Tag>;
}

type SiteCurrency = Pick<ReplyOf<typeof readSettings>['settings'], 'currency_name' | 'currency_symbol'>;

type Goods = ReplyOf<typeof listGoods>['goods'][number];

const form = formOf(packs, { position: 0, bonus_gems: 0, withdrawn: true });

/** The price is text, as typed. */
function valuesOf(currency: string, goods?: Goods) {
	const { price_minor: minor, ...values } = form.valuesOf(goods);
	const typed = typeof minor === 'number' ? majorText({ currency: values.currency, minor }) : '';
	return { ...values, currency: values.currency || currency, price: typed };
}

type GoodsValues = ReturnType<typeof valuesOf>;

const currencies = currencyOptions();

/** `site`: the currency in which the site sells. `all`: the packs, for the comparison. */
function GoodsEditor({ site, all, ...editor }: EditorOf<Goods> & { site: SiteCurrency; all: readonly Goods[] }) {
	const edited = useItem(packs, {
		...editor,
		valuesOf: (goods) => valuesOf(site.currency_name, goods),
		bodyOf: ({ price: typed, gems, ...fields }: GoodsValues) =>
			form.bodyOf({ ...fields, gems: gems ?? 0, price_minor: minorOf(typed, fields.currency) ?? 0 }),
	});
	const { values } = edited.draft;
	const { price, currency, media_id: picture } = values;
	const priceError = priceErrorOf(price, currency);
	const siteCurrency = site.currency_name;
	const others = all.filter((pack) => !pack.withdrawn && pack.goods_id !== editor.stored?.goods_id);
	const rate = compareRates(values, others);
	const asks = rate?.isFarOff && editor.stored?.withdrawn === false;
	const fields: FieldsOf<GoodsValues> = {
		gems: { label: 'Gems', half: true },
		bonus_gems: { label: 'Extra gems', hint: 'Shown as a bonus.', half: true },
		price: {
			label: 'Price',
			hint: rate && `${rate.own} gems per ${rate.unit}. The other packs on sale: ${rate.least} to ${rate.most}.`,
			half: true,
			render: (field, errorOf) => (
				<TextInput {...field} inputMode="decimal" error={priceError ?? errorOf('price_minor')} />
			),
		},
		currency: {
			label: 'Currency',
			hint: currency === siteCurrency ? null : `The site sells in ${siteCurrency} only. Fans do not see this pack.`,
			half: true,
			render: (field) => <Combobox {...field} options={currencies} />,
		},
		media_id: { label: 'Picture', shape: [50, 29] },
		position: { label: 'Position', hint: 'Lower numbers come first.' },
		withdrawn: null,
		why: { label: 'Reason' },
	};
	const checks: Check[] = [
		{ key: 'gems', state: 'done', text: 'Gems and price' },
		need(
			'currency',
			currency === siteCurrency,
			'Currency',
			`The site sells in ${site.currency_name}. Fans would not see a pack in ${currency}.`,
		),
		...(rate
			? [advise('rate', !rate.isFarOff, 'Gems per price', 'The price is far from that of the other packs')]
			: []),
		advise('picture', picture !== null, 'Picture', 'No picture: the store draws gems instead'),
	];
	return (
		<PublishedForm
			edited={edited}
			ask={asks && `${rate.own} gems per ${rate.unit}: the other packs on sale give ${rate.least} to ${rate.most}.`}
			fields={fields}
			title="Publish this pack?"
			action="Publish"
			checks={checks}
			preview={<GoodsPreview values={values} site={site} />}
			when="Fans can buy it at once, unless its gems per price differ so much that another operator has to approve it."
		>
			<GoodsPreview values={values} site={site} />
			<Fields of={packs} edited={edited} fields={fields} />
		</PublishedForm>
	);
}

/** A price that gives less than half or more than twice of what any other pack gives is likely a slip. */
const SLIP = 2;

/** Gems for a unit of the currency, of this pack and of the others in it. Null if there is nothing to compare. */
function compareRates({ price, currency, ...values }: GoodsValues, others: readonly Goods[]) {
	const [gems, bonus] = [numberIn(values.gems), numberIn(values.bonus_gems) ?? 0];
	const minor = minorOf(price, currency);
	const rates = others
		.filter((pack) => pack.currency === currency)
		.map((pack) => (pack.gems + pack.bonus_gems) / toMajor(pack.price_minor, currency));
	if (gems === null || minor === null || minor === 0 || rates.length === 0) return null;
	const [own, least, most] = [(gems + bonus) / toMajor(minor, currency), Math.min(...rates), Math.max(...rates)];
	const words = (value: number) => formatNumber(Number(value.toPrecision(3)));
	const unit = formatMoney({ currency, minor: 10 ** minorDigits(currency) });
	return {
		own: words(own),
		least: words(least),
		most: words(most),
		unit,
		isFarOff: own * SLIP < least || own > most * SLIP,
	};
}

function priceErrorOf(price: string, currency: string): string | null {
	const minor = minorOf(price, currency);
	const limits = priceLimits(currency);
	if (price === '' || !limits || (minor !== null && isChargeable(minor, currency))) return null;
	if (minor === null) {
		const digits = minorDigits(currency);
		return `Write it like ${majorText({ currency, minor: digits === 0 ? 1500 : 4.99 * 10 ** digits })}`;
	}
	const { min, max, step } = limits;
	if (step !== null && minor % (minorOf(step, currency) ?? 1) !== 0) return `Stripe takes steps of ${step} only`;
	return `Stripe takes ${min} to ${max}`;
}

/** Previews goods as the store will show them. */
function GoodsPreview({ values, site }: { values: GoodsValues; site: SiteCurrency }) {
	const { price, currency, media_id: picture } = values;
	const [gems, bonus] = [numberIn(values.gems) ?? 0, numberIn(values.bonus_gems) ?? 0];
	/** As a whole percentage of the base. */
	const percent = gems > 0 ? Math.round((bonus / gems) * 100) : 0;
	return (
		<figure className="pack-preview relative stack gap-2 tone-2 centered" aria-label="How fans see it">
			{bonus > 0 ? <span className="pack-preview-hot pill bold text-xs">HOT Extra +{percent}%</span> : null}
			{picture ? <img className="rounded" src={picture.url} alt="" /> : <GemIcon />}
			<b className="breaks">{formatNumber(gems)}</b>
			<small className="muted text-s">{bonus > 0 ? `+${formatNumber(bonus)} bonus gems` : 'gems'}</small>
			<span className="button button-quiet button-block">{priceText(price, currency, site)}</span>
		</figure>
	);
}

/** Uses the operator's own symbol if the price is in the site's currency. */
function priceText(price: string, currency: string, site: SiteCurrency): string {
	const minor = minorOf(price, currency);
	if (minor === null || currency.length < 3) return '–';
	if (currency !== site.currency_name) return formatMoney({ currency, minor });
	return site.currency_symbol + majorText({ currency, minor });
}
