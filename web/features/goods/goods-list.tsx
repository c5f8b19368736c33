/** Lists the goods as cards. */
import { Trans } from '@lingui/react/macro';
import type { Currency } from '#client/money.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { bestValue } from './bonus.ts';
import { useGoods } from './get-goods.ts';
import { GoodsCard, GoodsSkeleton } from './goods-card.tsx';
import './goods-list.css';

interface GoodsListProps {
	currency: Currency;
	/** 0 while it is not known. */
	gemsPerVote: number;
	/** The goods whose order is being created. */
	orderingId: number | undefined;
	onBuy: (goodsId: number) => void;
}

const PLACES = 6;

export function GoodsList({ currency, gemsPerVote, orderingId, onBuy }: GoodsListProps) {
	const { data: goods, isPending } = useGoods();
	if (!isPending && !goods?.length) {
		return (
			<Empty title={<Trans>No Data</Trans>}>
				<Trans>Nothing is on sale right now. Your daily check-in is above.</Trans>
			</Empty>
		);
	}
	const best = bestValue(goods ?? []);
	return (
		<ul className="goods-list" aria-busy={isPending}>
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
