/** Lists pop-ups. If several run, fans see the one that began last. */
import { Trans, useLingui } from '@lingui/react/macro';
import { popUps } from '#contract/operator/site/content.ts';
import { useShown } from '../features/site/shown.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { lastDayBefore, shortDay } from '../lib/format/time.ts';
import { FanPage, wideAddress } from '../lib/preview/fan-page.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import { ListPage } from '../shell/list-page.tsx';

export default function PopUpsPage() {
	const { t } = useLingui();
	const { picture, alt, link, from, until, checks } = useShown();
	return (
		<ListPage
			of={popUps}
			title={t`Pop-ups`}
			section="popUps"
			nameOf={(row) => row.alt || t`Pop-up`}
			columns={[
				{ key: 'name', header: t`Pop-up`, strong: true, render: (row) => row.alt || t`Pop-up` },
				{ key: 'picture', header: t`Picture`, room: 'some', render: (row) => <Thumb url={row.picture?.url} /> },
				{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{
					key: 'period',
					header: t`Period`,
					room: 'some',
					render: (row) => t`${shortDay(row.starts_local)} to ${lastDayBefore(row.ends_local)}`,
				},
			]}
			newName={<Trans>New pop-up</Trans>}
			none={<Trans>No pop-ups yet. Fans see one picture when they open the site; create it with “New pop-up”.</Trans>}
			onSite={({ visibility }) => (visibility === 'visible' ? siteAddress.home : null)}
			mayRemove={({ hidden }) => hidden}
			renderEditor={(props) => (
				<ItemEditor
					{...props}
					of={popUps}
					fresh={{ hidden: true }}
					fields={() => ({
						media_id: { label: picture, shape: [4, 5] },
						alt,
						link_url: link,
						starts_local: { label: from },
						ends_local: { label: until },
						hidden: null,
					})}
					checks={checks}
					renderPreview={({ media_id: shown, alt: text, link_url: to }) =>
						shown && (
							<FanPage
								path={siteAddress.home}
								site={{ pop_up: { uuid: 'preview', image_url: wideAddress(shown.url), link_url: to, alt: text } }}
							/>
						)
					}
				/>
			)}
		/>
	);
}
