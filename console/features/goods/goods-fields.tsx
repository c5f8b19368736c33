/** Fields for the gems and the price of a pack. */
import { useLingui } from '@lingui/react/macro';
import { TextField } from '#ui/primitives/form-field.tsx';
import { NumberField } from '../../lib/form/number-field.tsx';
import { minorOf } from '../../lib/form/price.ts';
import type { Draft } from '../../lib/form/use-draft.ts';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { currencyOptions } from '../../lib/pickers/known-options.ts';
import type { GoodsValues } from './goods-values.ts';

export function GemsFields({ draft: { values, set, errorOf } }: { draft: Draft<GoodsValues> }) {
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

export function PriceFields({
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
