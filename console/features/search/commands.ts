/** What the search offers without asking the server: new items, settings, and the sections. */
import { useLingui } from '@lingui/react/macro';
import type { Endpoint } from '#contract/endpoint.ts';
import { createArtist } from '#contract/operator/artists.ts';
import { createGoods } from '#contract/operator/goods.ts';
import { createNews } from '#contract/operator/news.ts';
import { inviteOperator } from '#contract/operator/operators/operators.ts';
import { createRanking } from '#contract/operator/rankings/rankings.ts';
import { createBanner, createPopUp } from '#contract/operator/site/content.ts';
import type { ConsoleIconName } from '../../lib/elements/console-icon.tsx';
import { useSections } from '../../lib/sections.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { NEW, paths } from '../../paths.ts';
import type { Option, OptionGroup } from './option.ts';

export function useCommands(): OptionGroup[] {
	const { t } = useLingui();
	const may = useMay();
	const sections = useSections().flatMap((group) => group.sections);
	const command = (to: string, icon: ConsoleIconName, name: string): Option => ({ key: name, to, icon, name });
	const allowed = (call: Endpoint, option: Option) => (may(call) ? [option] : []);
	const create = (list: Parameters<typeof paths.one>[0], name: string) => command(paths.one(list, NEW), 'plus', name);
	const setting = (name: string) => command(paths.settings, 'settings', name);
	return [
		{
			name: t`Actions`,
			options: [
				...allowed(createRanking, create('rankings', t`New ranking`)),
				...allowed(createArtist, create('artists', t`New artist`)),
				...allowed(createNews, create('news', t`New article`)),
				...allowed(createBanner, create('banners', t`New banner`)),
				...allowed(createPopUp, create('popUps', t`New pop-up`)),
				...allowed(createGoods, create('goods', t`New gem pack`)),
				...allowed(inviteOperator, command(paths.operators, 'plus', t`Invite operator`)),
			],
		},
		{ name: t`Sections`, options: sections.map(({ to, icon, name }) => command(to, icon, name)) },
		{
			name: t`Settings`,
			options: [
				setting(t`Name of the site`),
				setting(t`Contact address`),
				setting(t`Time zone`),
				setting(t`Language of the content`),
				setting(t`Social links`),
				setting(t`Gems per vote`),
				setting(t`Currency`),
				command(paths.checkIn, 'calendar', t`Check-in rewards`),
				command(paths.passkeys, 'operators', t`Passkeys and sessions`),
			],
		},
	];
}

/** Keeps the options whose names have words that begin with all the given words. */
export function matching(groups: OptionGroup[], text: string): OptionGroup[] {
	const wanted = wordsOf(text);
	const fits = ({ name }: Option) => {
		const words = wordsOf(name);
		return wanted.every((start) => words.some((word) => word.startsWith(start)));
	};
	return groups.map(({ name, options }) => ({ name, options: options.filter(fits) }));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
