/** Edits goods: gems, price, and whether they are on sale. Existing orders keep their price and gems. */
import { useLingui } from '@lingui/react/macro';
import { createGoods } from '#contract/operator/goods.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { NumberField } from '../../lib/form/number-field.tsx';
import type { Draft } from '../../lib/form/use-draft.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { minorOf } from '../../lib/form/price.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { type Goods, useSaveGoods } from './get-goods.ts';
import { GoodsPreview, type SiteCurrency } from './goods-preview.tsx';
import { bodyOf, type GoodsValues, noGoods, valuesOf } from './goods-values.ts';

interface Props {
	/** Undefined for new goods. */
	stored: Goods | undefined;
	/** The currency in which the site sells. */
	site: SiteCurrency;
	reload: () => Promise<Goods | undefined>;
	onSaved: () => void;
	onDiscarded: () => void;
}

export function GoodsEditor({ stored, site, reload, onSaved, onDiscarded }: Props) {
	const { t } = useLingui();
	const may = useMay();
	const save = useSaveGoods();
	const { draft, form } = useEditable<GoodsValues>({
		stored: stored ? valuesOf(stored) : noGoods(site.currency_name),
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
	const { values, set } = draft;
	const readOnly = !may(createGoods);
	return (
		<EditorForm {...form} fresh={!stored} readOnly={readOnly}>
			<GoodsPreview values={values} site={site} />
			<Gems draft={draft} />
			<Price draft={draft} siteCurrency={site.currency_name} />
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
			<CheckboxField
				label={t`Withdrawn: not on sale`}
				checked={values.withdrawn}
				onChange={(event) => set({ withdrawn: event.target.checked })}
			/>
			<TextField
				label={t`Reason`}
				hint={t`Kept in the audit trail.`}
				maxLength={500}
				value={values.why}
				onChange={(event) => set({ why: event.target.value })}
			/>
		</EditorForm>
	);
}

function Gems({ draft: { values, set } }: { draft: Draft<GoodsValues> }) {
	const { t } = useLingui();
	return (
		<div className="editor-trio">
			<NumberField label={t`Gems`} value={values.gems} onChange={(gems) => set({ gems })} />
			<NumberField
				label={t`Extra gems`}
				hint={t`Shown as a bonus.`}
				value={values.bonus_gems}
				onChange={(bonus) => set({ bonus_gems: bonus })}
			/>
		</div>
	);
}

function Price({ draft: { values, set }, siteCurrency }: { draft: Draft<GoodsValues>; siteCurrency: string }) {
	const { t } = useLingui();
	const { price, currency } = values;
	const right = price === '' || minorOf(price, currency) !== null;
	return (
		<div className="editor-trio">
			<TextField
				label={t`Price`}
				inputMode="decimal"
				error={right ? null : t`Write it like 4.99`}
				value={price}
				onChange={(event) => set({ price: event.target.value })}
			/>
			<TextField
				label={t`Currency`}
				hint={
					currency === siteCurrency ? null : t`The site sells in ${siteCurrency} only. These goods are not on sale.`
				}
				maxLength={3}
				value={currency}
				onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
			/>
		</div>
	);
}
