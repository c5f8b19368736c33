import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type Currency, formatPrice } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { type Goods, getGoods } from '#contract/orders.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { GemIcon } from '#ui/icons.tsx';
import { bestValue, bonusPercent, votesIn } from './bonus.ts';
import { call } from '../../lib/api/call.ts';
import { NotLoaded, NoData } from '../../lib/elements/elements.tsx';
import './goods-list.css';

interface GoodsListProps {
	currency: Currency;
	gemsPerVote: number;
	orderingId: number | undefined;
	onBuy: (goodsId: number) => void;
}

const PLACES = 6;

export function GoodsList({ currency, gemsPerVote, orderingId, onBuy }: GoodsListProps) {
	const {
		data: goods,
		isPending,
		isError,
		refetch,
	} = useQuery({
		queryKey: ['goods'],
		queryFn: async ({ signal }) => (await call(getGoods, {}, { signal })).goods_list,
	});
	if (isError && !goods) return <NotLoaded onRetry={() => void refetch()} />;
	if (!isPending && !goods?.length)
		return (
			<NoData>
				<Trans>Nothing is on sale right now. Your daily check-in is above.</Trans>
			</NoData>
		);
	const best = bestValue(goods ?? []);
	return (
		<ul className="goods-list stack" aria-busy={isPending}>
			{isPending && Array.from({ length: PLACES }, (_, place) => <GoodsSkeleton key={place} />)}
			{goods?.map((item, tier) => (
				<GoodsCard
					key={item.id}
					goods={item}
					tier={tier}
					currency={currency}
					gemsPerVote={gemsPerVote}
					best={item.id === best}
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
	gemsPerVote: number;
	best: boolean;
	busy: boolean;
	onBuy: () => void;
}

function GoodsCard({ goods, tier, currency, gemsPerVote, best, busy, onBuy }: GoodsCardProps) {
	const { t } = useLingui();
	const percent = bonusPercent(goods);
	const gems = formatNumber(goods.gem_number);
	const bonus = formatNumber(goods.additional_gem_number);
	const price = formatPrice(goods.price, currency);
	return (
		<li className="goods row card relative centered" data-best={best || undefined}>
			{goods.additional_gem_number > 0 && (
				<span className="goods-hot pill bold text-xs">{t`HOT Extra +${percent}%`}</span>
			)}
			{best && <span className="goods-best pill bold text-xs">{t`Best value`}</span>}
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
			<Button
				className="mt-4"
				variant={best ? undefined : 'line'}
				block
				busy={busy}
				aria-label={t`Buy ${gems} gems for ${price}`}
				onClick={onBuy}
			>
				{price}
			</Button>
		</li>
	);
}

/** As high as a card, line by line. */
function GoodsSkeleton() {
	return (
		<li className="goods row goods-loading card relative centered">
			<Skeleton className="goods-art full-width" />
			<b>
				<Skeleton />
			</b>
			<small />
			<small className="goods-votes" />
			<Skeleton
				className="mt-4"
				style={{ width: '100%', height: 'var(--target)', borderRadius: 'var(--radius-pill)' }}
			/>
		</li>
	);
}

const GEMS = [1, 3, 5, 7, 9, 12];

function GoodsArt({ imageUrl, tier }: { imageUrl: string | null; tier: number }) {
	if (imageUrl !== null) {
		return <img className="goods-art full-width" src={imageUrl} alt="" width="400" height="232" loading="lazy" />;
	}
	const count = GEMS[Math.min(tier, GEMS.length - 1)] ?? 1;
	return (
		<span className="goods-art full-width goods-art-cluster flex justify-center wraps gap-1" aria-hidden="true">
			{Array.from({ length: count }, (_, gem) => (
				<GemIcon key={gem} />
			))}
		</span>
	);
}
