/** Lists goods as cards. The price is the button. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatPrice, type Currency } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Goods } from '#contract/goods.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { bonusPercent } from './bonus.ts';
import { GoodsArt } from './goods-art.tsx';
import { useGoods } from './get-goods.ts';
import './goods-list.css';

interface GoodsListProps {
	currency: Currency;
	/** The goods whose order is being created. */
	orderingId: number | undefined;
	onBuy: (goodsId: number) => void;
}

export function GoodsList({ currency, orderingId, onBuy }: GoodsListProps) {
	const { data: goods, isPending } = useGoods();
	if (!isPending && !goods?.length) return <Empty title={<Trans>No Data</Trans>} />;
	return (
		<ul className="goods-list">
			{isPending && Array.from({ length: 6 }, (_, card) => <Skeleton key={card} className="goods goods-loading" />)}
			{goods?.map((item, tier) => (
				<GoodsCard
					key={item.id}
					goods={item}
					tier={tier}
					currency={currency}
					busy={orderingId === item.id}
					onBuy={() => onBuy(item.id)}
				/>
			))}
		</ul>
	);
}

interface GoodsCardProps {
	goods: Goods;
	tier: number;
	currency: Currency;
	busy: boolean;
	onBuy: () => void;
}

function GoodsCard({ goods, tier, currency, busy, onBuy }: GoodsCardProps) {
	const { t } = useLingui();
	const percent = bonusPercent(goods);
	const gems = formatNumber(goods.gem_number);
	const bonus = formatNumber(goods.additional_gem_number);
	const price = formatPrice(goods.price, currency);
	return (
		<li className="goods">
			{goods.additional_gem_number > 0 && (
				<span className="goods-hot">
					<Trans>HOT Extra +{percent}%</Trans>
				</span>
			)}
			<GoodsArt imageUrl={goods.image_url} tier={tier} />
			<b>{gems}</b>
			<small>
				{goods.additional_gem_number > 0 ? (
					<Trans>
						<i>+{bonus}</i> bonus gems
					</Trans>
				) : (
					<Trans>gems</Trans>
				)}
			</small>
			<Button variant="quiet" block busy={busy} aria-label={t`Buy ${gems} gems for ${price}`} onClick={onBuy}>
				{price}
			</Button>
		</li>
	);
}
