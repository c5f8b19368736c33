/** Edits goods: gems, price, and whether they are on sale. Existing orders keep their price and gems. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createGoods } from '#contract/operator/goods.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import { WaitsNotice } from '../../lib/approvals/waits-notice.tsx';
import { useEditable, WAITS } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-issues.ts';
import { NumberField } from '../../lib/form/number-field.tsx';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { FanChanges } from '../../lib/publishing/fan-changes.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { type Goods, useSaveGoods } from './get-goods.ts';
import { GemsFields, PriceFields } from './goods-fields.tsx';
import { GoodsPreview, type SiteCurrency } from './goods-preview.tsx';
import { GoodsPublishing } from './goods-publishing.tsx';
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
