/** Edits goods: gems, price, and whether they are on sale. Existing orders keep their price and gems. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { createGoods } from '#contract/operator/goods.ts';
import { GemIcon } from '#ui/icons.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { WaitsNotice } from '../../lib/approvals/waits-notice.tsx';
import { type Draft, useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-errors.ts';
import { NumberField } from '../../lib/form/fields.tsx';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';
import { FanChanges } from '../../lib/publishing/fan-changes.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { type Goods, type GoodsBody, useSaveGoods } from './get-goods.ts';
import { majorText, minorOf } from '../../lib/form/price.ts';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { currencyOptions } from '../../lib/pickers/options.ts';
import { type Check, PublishActions, type PublishActionsProps } from '../../lib/publishing/publish-actions.tsx';
import './goods-preview.css';

interface GoodsEditorProps {
	/** Undefined for new goods. */
	stored: Goods | undefined;
	/** The currency in which the site sells. */
	site: SiteCurrency;
	reload: () => Promise<Goods | undefined>;
	onSaved: () => void;
	onDiscarded: () => void;
}

export function GoodsEditor({ stored, site, reload, onSaved, onDiscarded }: GoodsEditorProps) {
	const { t } = useLingui();
	const may = useMay();
	const save = useSaveGoods();
	const { draft, form, checkFields, saveWith } = useEditable<GoodsValues>({
		stored: stored ? valuesOf(stored) : noGoods(site.currency_name),
		check: (values) => issuesOf(createGoods, bodyOf(values)),
		save: async (values, { id, version }) => {
			const body = bodyOf(values);
			const { goods, approval_id: waits } = await save.mutateAsync({
				body,
				stored: id === null ? null : { id, version },
			});
			if (waits !== null) return WAITS;
			const now = goods.find(({ goods_id: goodsId }) => goodsId === id);
			return now ? valuesOf(now) : noGoods(site.currency_name);
		},
		reload: async () => {
			const now = await reload();
			return now && valuesOf(now);
		},
		onSaved,
		onDiscarded,
	});
	const { values, set, errorOf } = draft;
	const readOnly = !may(createGoods);
	const labels = {
		gems: t`Gems`,
		bonus_gems: t`Extra gems`,
		price: t`Price`,
		currency: t`Currency`,
		picture: t`Picture`,
	};
	return (
		<EditorForm
			{...form}
			fresh={!stored}
			readOnly={readOnly}
			saveLabel={draft.base.withdrawn ? <Trans>Save draft</Trans> : <Trans>Save changes</Trans>}
			effect={draft.base.withdrawn ? null : <FanChanges draft={draft} labels={labels} />}
			actions={
				<GoodsPublishing
					values={values}
					site={site}
					published={!draft.base.withdrawn}
					busy={form.busy}
					checkFields={checkFields}
					save={(published) => saveWith({ withdrawn: !published })}
				/>
			}
		>
			{stored && <WaitsNotice name="goods_id" value={stored.goods_id} />}
			<GoodsPreview values={values} site={site} />
			<GemsFields draft={draft} />
			<PriceFields draft={draft} siteCurrency={site.currency_name} />
			<PictureField
				label={t`Picture`}
				shape={[50, 29]}
				value={values.picture}
				disabled={readOnly}
				removable
				onChange={(picture) => set({ picture })}
			/>
			<NumberField
				label={t`Position`}
				hint={t`Lower numbers come first.`}
				value={values.position}
				onChange={(position) => set({ position })}
			/>
			<TextField
				label={t`Reason`}
				error={errorOf('why')}
				hint={t`Kept in the audit trail.`}
				maxLength={500}
				value={values.why}
				onChange={(event) => set({ why: event.target.value })}
			/>
		</EditorForm>
	);
}

/** Fields for the gems and the price of a pack. */
function GemsFields({ draft: { values, set, errorOf } }: { draft: Draft<GoodsValues> }) {
	const { t } = useLingui();
	return (
		<div className="editor-trio">
			<NumberField label={t`Gems`} error={errorOf('gems')} value={values.gems} onChange={(gems) => set({ gems })} />
			<NumberField
				label={t`Extra gems`}
				hint={t`Shown as a bonus.`}
				error={errorOf('bonus_gems')}
				value={values.bonus_gems}
				onChange={(bonus) => set({ bonus_gems: bonus })}
			/>
		</div>
	);
}

const currencies = currencyOptions();

function PriceFields({
	draft: { values, set, errorOf },
	siteCurrency,
}: {
	draft: Draft<GoodsValues>;
	siteCurrency: string;
}) {
	const { t } = useLingui();
	const { price, currency } = values;
	const right = price === '' || minorOf(price, currency) !== null;
	return (
		<div className="editor-trio">
			<TextField
				label={t`Price`}
				inputMode="decimal"
				error={right ? errorOf('price_minor') : t`Write it like 4.99`}
				value={price}
				onChange={(event) => set({ price: event.target.value })}
			/>
			<Combobox
				label={t`Currency`}
				hint={currency === siteCurrency ? null : t`The site sells in ${siteCurrency} only. Fans do not see this pack.`}
				error={errorOf('currency')}
				options={currencies}
				value={currency}
				onChange={(chosen) => set({ currency: chosen })}
			/>
		</div>
	);
}

interface Props extends Pick<PublishActionsProps, 'busy' | 'checkFields' | 'save' | 'published'> {
	values: GoodsValues;
	site: SiteCurrency;
}

/** Puts a gem pack on sale: what it needs, how the store will show it, and what stays as it was. */
function GoodsPublishing({ values, site, ...ways }: Props) {
	const { t } = useLingui();
	const { currency } = values;
	const checks: Check[] = [
		{ key: 'gems', state: 'done', text: t`Gems and price` },
		currency === site.currency_name
			? { key: 'currency', state: 'done', text: t`Currency` }
			: {
					key: 'currency',
					state: 'missing',
					text: t`The site sells in ${site.currency_name}. Fans would not see a pack in ${currency}.`,
				},
		values.picture === null
			? { key: 'picture', state: 'advice', text: t`No picture: the store draws gems instead` }
			: { key: 'picture', state: 'done', text: t`Picture` },
	];
	return (
		<PublishActions
			{...ways}
			title={t`Put this pack on sale?`}
			action={t`Put on sale`}
			checks={checks}
			preview={<GoodsPreview values={values} site={site} />}
			when={
				<Trans>
					Fans can buy it at once, unless its gems per price differ so much that another operator has to approve it.
				</Trans>
			}
		/>
	);
}

interface SiteCurrency {
	currency_name: string;
	currency_symbol: string;
}

/** Previews goods as the store will show them. */
function GoodsPreview({ values, site }: { values: GoodsValues; site: SiteCurrency }) {
	const { t } = useLingui();
	const { gems, bonus_gems: bonus, price, currency, picture } = values;
	const percent = bonusPercent(gems, bonus);
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

interface GoodsValues {
	/** Null if the goods are not stored yet. */
	id: number | null;
	version: number;
	position: number | null;
	gems: number | null;
	bonus_gems: number | null;
	price: string;
	currency: string;
	picture: Picture | null;
	withdrawn: boolean;
	why: string;
}

/** Values of the goods editor. The price is text, as typed. */
const noGoods = (currency: string): GoodsValues => ({
	id: null,
	version: 0,
	position: 0,
	gems: null,
	bonus_gems: 0,
	price: '',
	currency,
	picture: null,
	withdrawn: true,
	why: '',
});

const valuesOf = (goods: Goods): GoodsValues => ({
	id: goods.goods_id,
	version: goods.version,
	position: goods.position,
	gems: goods.gems,
	bonus_gems: goods.bonus_gems,
	price: majorText({ currency: goods.currency, minor: goods.price_minor }),
	currency: goods.currency,
	picture: goods.picture,
	withdrawn: goods.withdrawn,
	why: '',
});

/** Builds the request body. Missing or invalid numbers are sent as 0, so that the server reports them. */
const bodyOf = (values: GoodsValues): GoodsBody => ({
	position: values.position ?? 0,
	gems: values.gems ?? 0,
	bonus_gems: values.bonus_gems ?? 0,
	price_minor: minorOf(values.price, values.currency) ?? 0,
	currency: values.currency,
	media_id: values.picture?.media_id ?? null,
	withdrawn: values.withdrawn,
	why: values.why,
});

/** Returns the bonus gems as a whole percentage of the base, as shown in the store. */
function bonusPercent(gems: number | null, bonus: number | null): number {
	return gems !== null && gems > 0 ? Math.round(((bonus ?? 0) / gems) * 100) : 0;
}
