/** Turns what was typed into groups of options: what the server finds, then commands. */
import { keepPreviousData } from '@tanstack/react-query';
import { useSettled } from '#client/use-settled.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createArtist } from '#contract/operator/artists.ts';
import { createGoods } from '#contract/operator/goods.ts';
import { createNews } from '#contract/operator/news.ts';
import { inviteOperator } from '#contract/operator/operators/operators.ts';
import { createRanking, listRankings, pauseRanking } from '#contract/operator/rankings/rankings.ts';
import { type Found, searchEverything } from '#contract/operator/search.ts';
import { createBanner, createPopUp } from '#contract/operator/site/content.ts';
import { fold } from '#contract/values/text.ts';
import { useRead } from '../../lib/api/calls.tsx';
import type { ConsoleIconName } from '../../lib/elements/elements.tsx';
import { stateName } from '../../lib/format/values.ts';
import { useSections } from '../../lib/sections.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { NEW, paths, type Section } from '../../nouns.ts';

const PAUSE_MS = 120;
/** Kinds of what is found, in their order. */
const kinds = {
	ranking: ['rankings', 'Rankings'],
	artist: ['artists', 'Artists'],
	article: ['news', 'Articles'],
	fan: ['fans', 'Fans'],
	order: ['orders', 'Orders'],
	case: ['cases', 'Cases'],
} as const satisfies Record<Found['kind'], readonly [Section, string]>;

export interface PauseAsked {
	step: 'pause' | 'resume';
	ranking: Found;
}

export function useResults(text: string, onPause: (asked: PauseAsked) => void) {
	const may = useMay();
	const commands = useCommands();
	// "pause november" means the ranking, not a title with both words.
	const subject = text.trim().replace(/^(?:pause|resume)\s+/i, '');
	const search = useSettled(subject, PAUSE_MS);
	const asked = subject === '' ? '' : search;
	// A newer text cancels the request of an older one; until it is answered, the previous results stay.
	const placeholderData = asked === '' ? undefined : keepPreviousData;
	const read = useRead(searchEverything, { query: { search: asked } }, { enabled: asked !== '', placeholderData });
	const list = subject === '' ? [] : (read.data?.list ?? []);
	// Without a name, every ranking that runs.
	const asksWhich = /^(?:pause|resume)$/i.test(text.trim());
	const latest = useRead(listRankings, { query: { limit: 100 } }, { enabled: asksWhich });
	const running = (latest.data?.list ?? []).map(({ ranking_key: id, title: name, status, draft }): Found => ({
		kind: 'ranking',
		id,
		name,
		detail: null,
		status: draft ? null : status,
	}));
	const steps = (asksWhich ? running : list).flatMap((ranking) => {
		const step = { ongoing: 'pause' as const, paused: 'resume' as const }[ranking.status ?? ''];
		if (ranking.kind !== 'ranking' || !step || !may(pauseRanking)) return [];
		const name = step === 'pause' ? `Pause ${ranking.name ?? ''}` : `Resume ${ranking.name ?? ''}`;
		return [{ key: `${step} ${ranking.id}`, icon: step, name, act: () => onPause({ step, ranking }) }];
	});
	const found: OptionGroup[] = Object.entries(kinds).map(([kind, [, name]]) => ({
		name,
		options: list.filter((one) => one.kind === kind).map(optionOf),
	}));
	const [actions, ...others] = matching(commands, text);
	const first = { name: 'Actions', options: [...steps, ...(actions?.options ?? [])] };
	const asksForStep = asksWhich || subject !== text.trim();
	const groups = asksForStep ? [first, ...found, ...others] : [...found, first, ...others];
	return {
		groups: groups.filter(({ options }) => options.length > 0),
		waiting: asksWhich ? latest.isFetching : subject !== '' && (search !== subject || read.isFetching),
		failed: read.isError && !read.isFetching,
		retry: () => void read.refetch(),
	};
}

const nameless = ({ kind, id }: Found) => `${{ fan: 'Fan', case: 'Case' }[kind as string] ?? 'Order'} ${id}`;

/** Shows a found item as an option that leads to its page. */
function optionOf(found: Found): Option {
	const [section] = kinds[found.kind];
	const detail = found.kind === 'order' ? null : found.detail;
	return {
		key: `${found.kind} ${found.id}`,
		icon: section,
		name: found.name ?? nameless(found),
		detail: found.kind === 'fan' ? [detail, `No. ${found.id}`].filter(Boolean).join(' · ') : detail,
		tag: found.status && stateName(found.status),
		to: paths.one(section, found.id),
	};
}

/** What the search offers without asking the server: new items, settings, and the sections. */
function useCommands(): OptionGroup[] {
	const may = useMay();
	const sections = useSections().flatMap((group) => group.sections);
	const command = (to: string, icon: ConsoleIconName, name: string): Option => ({ key: name, to, icon, name });
	const allowed = (endpoint: Endpoint, option: Option) => (may(endpoint) ? [option] : []);
	const create = (list: Parameters<typeof paths.one>[0], name: string) => command(paths.one(list, NEW), 'plus', name);
	const setting = (name: string) => command(paths.settings, 'settings', name);
	return [
		{
			name: 'Actions',
			options: [
				...allowed(createRanking, create('rankings', 'New ranking')),
				...allowed(createArtist, create('artists', 'New artist')),
				...allowed(createNews, create('news', 'New article')),
				...allowed(createBanner, create('banners', 'New banner')),
				...allowed(createPopUp, create('popUps', 'New pop-up')),
				...allowed(createGoods, create('goods', 'New gem pack')),
				...allowed(inviteOperator, command(paths.operators, 'plus', 'Invite operator')),
			],
		},
		{ name: 'Sections', options: sections.map(({ section, to, name }) => command(to, section, name)) },
		{
			name: 'Settings',
			options: [
				setting('Name of the site'),
				setting('Contact address'),
				setting('Time zone'),
				setting('Language of the content'),
				setting('Social links'),
				setting('Gems per vote'),
				setting('Currency'),
				command(paths.checkIn, 'checkIn', 'Check-in rewards'),
				command(paths.passkeys, 'operators', 'Passkeys and sessions'),
			],
		},
	];
}

/** Keeps the options whose names have words that begin with all the given words. */
function matching(groups: OptionGroup[], text: string): OptionGroup[] {
	const wanted = wordsOf(text);
	const fits = ({ name }: Option) => {
		const words = wordsOf(name);
		return wanted.every((start) => words.some((word) => word.startsWith(start)));
	};
	return groups.map(({ name, options }) => ({ name, options: options.filter(fits) }));
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

export interface Option {
	key: string;
	icon: ConsoleIconName;
	name: string;
	detail?: string | null;
	/** A state in a word. */
	tag?: string | null;
	/** The page it leads to. */
	to?: string;
	/** What it does instead of leading to a page. */
	act?: () => void;
}

interface OptionGroup {
	name: string;
	options: Option[];
}
