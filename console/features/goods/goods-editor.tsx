/** Edits goods: gems, price, and whether they are on sale. Existing orders keep their price and gems. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { createGoods } from '#contract/operator/goods.ts';
import { GemIcon } from '#ui/icons.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { WaitsNotice } from '../../lib/approvals/waits-notice.tsx';
import { type EditorOf, useEditable, WAITS } from '../../lib/form/editable.ts';
import { issuesOf } from '../../lib/form/field-errors.ts';
import { NumberField, WhyField } from '../../lib/form/fields.tsx';
import { majorText, minorOf } from '../../lib/form/price.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { currencyOptions } from '../../lib/pickers/options.ts';
import { advise, type Check, need, PublishedForm } from '../../lib/publishing/published-form.tsx';
import { type Goods, type GoodsBody, useSaveGoods } from './get-goods.ts';
import './goods-preview.css';

interface SiteCurrency {
	currency_name: string;
	currency_symbol: string;
}

/** The price is text, as typed. */
const valuesOf = (currency: string, goods?: Goods) => ({
	id: goods?.goods_id ?? null,
	version: goods?.version ?? 0,
	position: (goods?.position ?? 0) as number | null,
	gems: goods?.gems ?? null,
	bonus_gems: (goods?.bonus_gems ?? 0) as number | null,
	price: goods ? majorText({ currency: goods.currency, minor: goods.price_minor }) : '',
	currency: goods?.currency ?? currency,
	picture: goods?.picture ?? null,
	withdrawn: goods?.withdrawn ?? true,
	why: '',
});

type GoodsValues = ReturnType<typeof valuesOf>;

/** Builds the request body. Missing or invalid numbers are sent as 0, so that the server reports them. */
const bodyOf = ({ id: _, version: __, price, picture, ...values }: GoodsValues): GoodsBody => ({
	...values,
	position: values.position ?? 0,
	gems: values.gems ?? 0,
	bonus_gems: values.bonus_gems ?? 0,
	price_minor: minorOf(price, values.currency) ?? 0,
	media_id: picture?.media_id ?? null,
});

const currencies = currencyOptions();

/** `site`: the currency in which the site sells. */
export function GoodsEditor({ site, ...editor }: EditorOf<Goods> & { site: SiteCurrency }) {
	const { t } = useLingui();
	const save = useSaveGoods();
	const edited = useEditable<Goods | undefined, GoodsValues>({
		...editor,
		access: createGoods,
		valuesOf: (goods) => valuesOf(site.currency_name, goods),
		check: (values) => issuesOf(createGoods, bodyOf(values)),
		save: async (values, { id, version }) => {
			const { goods, approval_id: waits } = await save.mutateAsync({ body: bodyOf(values), id, version });
			return waits === null ? goods.find(({ goods_id: goodsId }) => goodsId === id) : WAITS;
		},
	});
	const { values, base, text, field, errorOf } = edited.draft;
	const { price, currency, picture } = values;
	const priceRight = price === '' || minorOf(price, currency) !== null;
	const siteCurrency = site.currency_name;
	const labels = {
		gems: t`Gems`,
		bonus_gems: t`Extra gems`,
		price: t`Price`,
		currency: t`Currency`,
		picture: t`Picture`,
	};
	const checks: Check[] = [
		{ key: 'gems', state: 'done', text: t`Gems and price` },
		need(
			'currency',
			currency === siteCurrency,
			t`Currency`,
			t`The site sells in ${site.currency_name}. Fans would not see a pack in ${currency}.`,
		),
		advise('picture', picture !== null, t`Picture`, t`No picture: the store draws gems instead`),
	];
	return (
		<PublishedForm
			edited={edited}
			published={!base.withdrawn}
			publish={(published) => ({ withdrawn: !published })}
			labels={labels}
			title={t`Put this pack on sale?`}
			action={t`Put on sale`}
			checks={checks}
			preview={<GoodsPreview values={values} site={site} />}
			when={
				<Trans>
					Fans can buy it at once, unless its gems per price differ so much that another operator has to approve it.
				</Trans>
			}
		>
			{editor.stored && <WaitsNotice name="goods_id" value={editor.stored.goods_id} />}
			<GoodsPreview values={values} site={site} />
			<div className="editor-trio">
				<NumberField label={t`Gems`} {...field('gems')} />
				<NumberField label={t`Extra gems`} hint={t`Shown as a bonus.`} {...field('bonus_gems')} />
			</div>
			<div className="editor-trio">
				<TextField
					label={t`Price`}
					inputMode="decimal"
					{...text('price')}
					error={priceRight ? errorOf('price_minor') : t`Write it like 4.99`}
				/>
				<Combobox
					label={t`Currency`}
					hint={
						currency === siteCurrency ? null : t`The site sells in ${siteCurrency} only. Fans do not see this pack.`
					}
					options={currencies}
					{...field('currency')}
				/>
			</div>
			<PictureField
				label={t`Picture`}
				shape={[50, 29]}
				disabled={edited.form.readOnly}
				removable
				{...field('picture')}
			/>
			<NumberField label={t`Position`} hint={t`Lower numbers come first.`} {...field('position')} />
			<WhyField label={t`Reason`} maxLength={500} {...text('why')} />
		</PublishedForm>
	);
}

/** Previews goods as the store will show them. */
function GoodsPreview({ values, site }: { values: GoodsValues; site: SiteCurrency }) {
	const { t } = useLingui();
	const { gems, bonus_gems: bonus, price, currency, picture } = values;
	/** As a whole percentage of the base. */
	const percent = gems !== null && gems > 0 ? Math.round(((bonus ?? 0) / gems) * 100) : 0;
	return (
		<figure className="goods-preview" aria-label={t`How fans see it`}>
			{bonus !== null && bonus > 0 ? (
				<span className="goods-preview-hot">
					<Trans>HOT Extra +{percent}%</Trans>
				</span>
			) : null}
			{picture ? <img src={picture.url} alt="" /> : <GemIcon />}
			<b>{formatNumber(gems ?? 0)}</b>
			<small>
				{bonus !== null && bonus > 0 ? <Trans>+{formatNumber(bonus)} bonus gems</Trans> : <Trans>gems</Trans>}
			</small>
			<span className="button button-quiet">{priceText(price, currency, site)}</span>
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
