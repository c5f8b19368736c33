import { useLingui } from '@lingui/react/macro';
import type { RankingType } from '#contract/rankings.ts';

export function useTabTitle(): (type: RankingType) => string {
	const { t } = useLingui();
	const titles: Record<RankingType, string> = { monthly: t`Solo`, birthday: t`Birthday`, theme: t`Music` };
	return (type) => titles[type];
}
