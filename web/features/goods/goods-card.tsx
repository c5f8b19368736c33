/** One of the goods, and the room of one that is still loading. The price is the button. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatPrice, type Currency } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Goods } from '#contract/goods.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { bonusPercent, votesIn } from './bonus.ts';
import { GoodsArt } from './goods-art.tsx';

interface GoodsCardProps {
	goods: Goods;
	tier: number;
	currency: Currency;
	/** 0 while it is not known. */
	gemsPerVote: number;
	/** The most gems for the money. */
	best: boolean;
	busy: boolean;
	onBuy: () => void;
}

export function GoodsCard({ goods, tier, currency, gemsPerVote, best, busy, onBuy }: GoodsCardProps) {
	const { t } = useLingui();
	const percent = bonusPercent(goods);
	const gems = formatNumber(goods.gem_number);
	const bonus = formatNumber(goods.additional_gem_number);
	const price = formatPrice(goods.price, currency);
	return (
		<li className="goods" data-best={best || undefined}>
			{goods.additional_gem_number > 0 && (
				<span className="goods-hot">
					<Trans>HOT Extra +{percent}%</Trans>
				</span>
			)}
			{best && (
				<span className="goods-best">
					<Trans>Best value</Trans>
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
			<small className="goods-votes">
				{gemsPerVote > 0 && <Plural value={votesIn(goods, gemsPerVote)} one="= # vote" other="= # votes" />}
			</small>
			<Button variant="quiet" block busy={busy} aria-label={t`Buy ${gems} gems for ${price}`} onClick={onBuy}>
				{price}
			</Button>
		</li>
	);
}

/** As high as a card, line by line. */
export function GoodsSkeleton() {
	return (
		<li className="goods goods-loading">
			<Skeleton className="goods-art" />
			<b>
				<Skeleton />
			</b>
			<small />
			<small className="goods-votes" />
			<Skeleton className="goods-loading-button" />
		</li>
	);
}
