/** The lower half of the home page. It is below the first screen and has its own bundle. */
import { Trans } from '@lingui/react/macro';
import { LatestNews, VideoRow } from '../../features/news/news-row.tsx';
import { Section } from '../../lib/elements/section.tsx';
import { paths } from '../../paths.ts';

export default function NewsRows() {
	return (
		<div className="wrap">
			<Section title={<Trans>Latest news</Trans>} more={{ to: paths.newsOf(), text: <Trans>All news</Trans> }}>
				<LatestNews />
			</Section>
			<Section title={<Trans>Videos</Trans>} more={{ to: paths.newsOf('video'), text: <Trans>All videos</Trans> }}>
				<VideoRow />
			</Section>
		</div>
	);
}
