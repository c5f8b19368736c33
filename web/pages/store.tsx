import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { useToast } from '#ui/primitives/toast.tsx';
import { Attendance } from '../features/check-in/attendance.tsx';
import { GoodsList } from '../features/goods/goods-list.tsx';
import { useCheckInConfig } from '../lib/check-in/get-config.ts';
import { useSite, usePageTitle } from '../lib/site/get-site.ts';
import { BackToVote } from '../lib/votes/back-to-vote.tsx';
import { paths } from '../paths.ts';
import { useTurnText } from '../lib/api/problem-text.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { newKey, isProblem, isTransient } from '#client/call.ts';
import { createOrder } from '#contract/orders.ts';
import { call } from '../lib/api/call.ts';
import { useSession } from '../lib/session/session.tsx';
import './store.css';

const CURRENCY_BEFORE_IT_IS_KNOWN = { currency_name: 'USD', currency_symbol: '' };

export default function StorePage() {
	const { t } = useLingui();
	usePageTitle(t`Store`);
	const navigate = useNavigate();
	const toast = useToast();
	const turnText = useTurnText();
	const site = useSite();
	const { isPending: isPlacing } = useCheckInConfig();
	const { mutate, isPending, variables } = useCreateOrder();

	function buy(goodsId: number) {
		if (isPending) return;
		mutate(goodsId, {
			onSuccess: ({ trade_no }) => void navigate(paths.paymentOf(trade_no)),
			onError: (error) => {
				console.warn('No order was made:', error);
				if (isProblem(error, 'sign_in_required')) return;
				toast(t`Failed to create order, please try again later.`, 'error', turnText(error));
			},
		});
	}

	return (
		<div className="wrap store">
			<h1 className="page-title">{t`Store`}</h1>
			<BackToVote variant="line" />
			<Attendance />
			{/* Loaded, but not shown before the part above has its height. */}
			<section aria-labelledby="purchase" hidden={isPlacing}>
				<h2 id="purchase">{t`Purchase`}</h2>
				<GoodsList
					currency={site?.currency_config ?? CURRENCY_BEFORE_IT_IS_KNOWN}
					gemsPerVote={site?.ticket2gem_ratio ?? 0}
					orderingId={isPending ? variables : undefined}
					onBuy={buy}
				/>
			</section>
		</div>
	);
}

/** Creates an order. The key is kept until the outcome is known, so that a retry creates no second one. */
function useCreateOrder() {
	const { user } = useSession();
	const attempt = useRef<{ goodsId: number; key: string } | null>(null);
	return useMutation({
		mutationFn: async (goodsId: number) => {
			if (attempt.current?.goodsId !== goodsId) attempt.current = { goodsId, key: newKey() };
			const { order } = await call(
				createOrder,
				{ body: { goods_id: goodsId } },
				{ token: user?.token, idempotencyKey: attempt.current.key },
			);
			return order;
		},
		onSettled: (_order, error) => {
			if (!isTransient(error)) attempt.current = null;
		},
	});
}
