/** Previews a ranking as its page will show it: cover, title, period, artists. */
import { useLingui } from '@lingui/react/macro';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { localText, minuteBefore } from '../../../lib/format/local-time.ts';
import { markup, wideAddress } from '../../../lib/preview/element.ts';
import { FanFrame } from '../../../lib/preview/fan-frame.tsx';
import { useSiteZone } from '../../../lib/session/operator.tsx';

interface Props {
	ranking: Pick<ConsoleRanking, 'title' | 'cover' | 'cover_alt' | 'starts_local' | 'ends_local'>;
	artists: readonly { en_name: string }[];
}

const NAMES_SHOWN = 12;

export function RankingPreview({ ranking, artists }: Props) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	const { cover, cover_alt: alt, title, starts_local: starts, ends_local: ends } = ranking;
	const image = cover ? markup('img', { src: wideAddress(cover.url), alt }) : '';
	const period = `${localText(starts)} – ${localText(minuteBefore(ends))} ${zoneName}`;
	const names = artists.slice(0, NAMES_SHOWN).map(({ en_name: name }) => name);
	const more = artists.length - names.length;
	const listed = more > 0 ? t`${names.join(', ')} and ${more} more` : names.join(', ');
	return (
		<FanFrame
			padded
			title={t`As fans see it`}
			body={`${image}${markup('h1', {}, title)}${markup('p', {}, period)}${markup('p', {}, listed)}`}
		/>
	);
}
