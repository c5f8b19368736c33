/** Previews goods as the store will show them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { GemIcon } from '#ui/icons.tsx';
import { majorText, minorOf } from '../../lib/form/price.ts';
import { bonusPercent, type GoodsValues } from './goods-values.ts';
import './goods-preview.css';

export interface SiteCurrency {
	currency_name: string;
	currency_symbol: string;
}

export function GoodsPreview({ values, site }: { values: GoodsValues; site: SiteCurrency }) {
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
