/** Claims today's gems, lets them fly to the balance, and says what they are worth. */
import { useState, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newKey, isTransient } from '#client/call.ts';
import { checkIn } from '#contract/check-in.ts';
import { useProblemText } from '../api/problem-text.ts';
import { tellBalance } from '../balance-news.ts';
import { useSession } from '../session/session.tsx';
import { call } from '../api/call.ts';
import { checkInConfigQuery } from './get-config.ts';

export function useClaim() {
	const { user, update, refresh } = useSession();
	const textOf = useProblemText();
	const { mutate, isPending } = useCheckIn(user?.token);
	const [claimed, setClaimed] = useState<{ fan: string; gems: number } | null>(null);
	const [refusal, setRefusal] = useState<string | null>(null);
	return {
		claim(from: Element) {
			if (isPending || !user) return;
			const { fan } = user;
			const start = from.getBoundingClientRect();
			mutate(undefined, {
				onSuccess: ({ gem_number: gems, gem_balance }) => {
					setClaimed({ fan, gems });
					tellBalance();
					// The balance rolls once the gems have landed.
					void flyGems(start).then(() => {
						update({ fan, gem_balance });
						return refresh();
					});
				},
				onError: (error) => setRefusal(textOf(error)),
			});
		},
		isClaiming: isPending,
		claimed: claimed !== null && claimed.fan === user?.fan ? claimed.gems : null,
		refusal,
		forgetRefusal: () => setRefusal(null),
	};
}

/** Claims today's gems. The key is kept until the outcome is known, so that a retry never claims twice. */
function useCheckIn(token: string | undefined) {
	const client = useQueryClient();
	const key = useRef<string | null>(null);
	return useMutation({
		mutationFn: () => call(checkIn, { body: {} }, { token, idempotencyKey: (key.current ??= newKey()) }),
		onSettled: (_claimed, error) => {
			if (!isTransient(error)) key.current = null;
			// Not waited for: a read that has to wait for its turn would keep the answer from the fan.
			void client.invalidateQueries({ queryKey: checkInConfigQuery.queryKey });
		},
	});
}

const GEMS = 7;
const FLIGHT_MS = 750;
const GAP_MS = 55;

/** Resolves when the first has landed. A timer tells: an animation stands still where the page is not drawn. */
async function flyGems(start: DOMRect): Promise<void> {
	const pill = document.querySelector('.gem-pill');
	const gem = pill?.querySelector('.gem-icon');
	// An open dialog covers the balance, and a vote may wait for it.
	if (!pill || !gem || document.hidden || document.querySelector('dialog[open]')) return;
	if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
	const end = gem.getBoundingClientRect();
	const from = { x: start.x + start.width / 2, y: start.y + start.height / 2 };
	for (let index = 0; index < GEMS; index += 1) {
		const flying = gem.cloneNode(true) as SVGElement;
		Object.assign(flying.style, {
			position: 'fixed',
			left: `${end.x}px`,
			top: `${end.y}px`,
			zIndex: '30',
			pointerEvents: 'none',
		});
		document.body.append(flying);
		const side = (index - (GEMS - 1) / 2) * 14;
		const [dx, dy] = [from.x - end.x, from.y - end.y];
		const flight = flying.animate(
			[
				{ transform: `translate(${dx}px, ${dy}px) scale(0.4)`, opacity: 0 },
				{ transform: `translate(${dx + side}px, ${dy - 40}px) scale(1.7)`, opacity: 1, offset: 0.25 },
				{ transform: 'none', opacity: 1 },
			],
			{ duration: FLIGHT_MS, delay: index * GAP_MS, easing: 'cubic-bezier(0.5, 0, 0.2, 1)', fill: 'backwards' },
		);
		const remove = () => flying.remove();
		flight.finished.then(remove, remove);
	}
	await new Promise((landed) => setTimeout(landed, FLIGHT_MS));
	pill.animate([{ scale: 1 }, { scale: 1.14 }, { scale: 1 }], { duration: 420 });
}
