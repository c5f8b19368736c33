/** Claims today's gems, lets them fly to the balance, and says what they are worth. */
import { useState } from 'react';
import { Problem } from '#client/problem.ts';
import { useProblemText } from '../api/problem-text.ts';
import { useSession } from '../session/session.tsx';
import { useCheckIn } from './check-in.ts';
import { flyGems } from './fly-gems.ts';

export interface Claiming {
	/** `from` is where the gems start. */
	claim: (from: Element) => void;
	isClaiming: boolean;
	/** Gems of the claim that was made here. Null before. */
	claimed: number | null;
	/** Why it was refused, for the fan. */
	refusal: string | null;
	forgetRefusal: () => void;
}

export function useClaim(): Claiming {
	const { update, refresh } = useSession();
	const textOf = useProblemText();
	const { mutate, isPending } = useCheckIn();
	const [claimed, setClaimed] = useState<number | null>(null);
	const [refusal, setRefusal] = useState<string | null>(null);
	return {
		claim(from) {
			if (isPending) return;
			const start = from.getBoundingClientRect();
			mutate(undefined, {
				onSuccess: ({ gem_number: gems, gem_balance }) => {
					flyGems(start);
					setClaimed(gems);
					update({ gem_balance });
					void refresh();
				},
				onError: (error) => setRefusal(error instanceof Problem ? textOf(error) : error.message),
			});
		},
		isClaiming: isPending,
		claimed,
		refusal,
		forgetRefusal: () => setRefusal(null),
	};
}
