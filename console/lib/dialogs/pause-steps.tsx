/** The two steps that both the ranking's screen and the search offer. */
import { useLingui } from '@lingui/react/macro';
import { pauseRanking, resumeRanking } from '#contract/operator/rankings/rankings.ts';
import { Icon } from '#ui/icons.tsx';

export function usePauseStep(title: string) {
	const { t } = useLingui();
	return {
		call: pauseRanking,
		label: t`Pause`,
		icon: <Icon name="pause" />,
		title: t`Pause ${title}?`,
		text: t`Fans cannot vote until you resume the ranking. Its end stays the same.`,
		done: t`Paused`,
	};
}

export function useResumeStep(title: string) {
	const { t } = useLingui();
	return {
		call: resumeRanking,
		label: t`Resume`,
		icon: <Icon name="play" />,
		title: t`Resume ${title}?`,
		text: t`Fans can vote again at once.`,
		done: t`Resumed`,
	};
}
