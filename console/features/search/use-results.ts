/** Turns what was typed into groups of options: what the server finds, then commands. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSettled } from '#client/use-settled.ts';
import type { Found } from '#contract/operator/search.ts';
import { pauseRanking } from '#contract/operator/rankings/rankings.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { matching, useCommands } from './commands.ts';
import { useFoundOption } from './found-option.ts';
import { foundQuery } from './get-found.ts';
import type { OptionGroup } from './option.ts';

const PAUSE_MS = 120;
const KINDS = ['ranking', 'artist', 'article', 'fan', 'order', 'case'] as const;

export interface PauseAsked {
	step: 'pause' | 'resume';
	ranking: Found;
}

export function useResults(text: string, onPause: (asked: PauseAsked) => void) {
	const { t } = useLingui();
	const may = useMay();
	const optionOf = useFoundOption();
	const commands = useCommands();
	// "pause november" means the ranking, not a title with both words.
	const subject = text.trim().replace(/^(?:pause|resume)\s+/i, '');
	const search = useSettled(subject, PAUSE_MS);
	const read = useQuery(foundQuery(subject === '' ? '' : search));
	const list = subject === '' ? [] : (read.data ?? []);
	const names = {
		ranking: t`Rankings`,
		artist: t`Artists`,
		article: t`Articles`,
		fan: t`Fans`,
		order: t`Orders`,
		case: t`Cases`,
	};
	const steps = list.flatMap((ranking) => {
		const step = { ongoing: 'pause' as const, paused: 'resume' as const }[ranking.status ?? ''];
		if (ranking.kind !== 'ranking' || !step || !may(pauseRanking)) return [];
		const name = step === 'pause' ? t`Pause ${ranking.name ?? ''}` : t`Resume ${ranking.name ?? ''}`;
		return [{ key: `${step} ${ranking.id}`, icon: step, name, act: () => onPause({ step, ranking }) }];
	});
	const found: OptionGroup[] = KINDS.map((kind) => ({
		name: names[kind],
		options: list.filter((one) => one.kind === kind).map(optionOf),
	}));
	const [actions, ...others] = matching(commands, text);
	const first = { name: t`Actions`, options: [...steps, ...(actions?.options ?? [])] };
	const asksForStep = subject !== text.trim();
	const groups = asksForStep ? [first, ...found, ...others] : [...found, first, ...others];
	return {
		groups: groups.filter(({ options }) => options.length > 0),
		waiting: subject !== '' && (search !== subject || read.isFetching),
		failed: read.isError && !read.isFetching,
		retry: () => void read.refetch(),
	};
}
