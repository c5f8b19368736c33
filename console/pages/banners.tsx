/** Banners of the home page. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#contract/endpoint.ts';
import { banners } from '#contract/operator/site/content.ts';
import type { getBanners } from '#contract/site.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { useShown } from '../features/site/shown.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { FanPage, wideAddress } from '../lib/preview/fan-page.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import { ListPage } from '../shell/list-page.tsx';

export default function BannersPage() {
	const { t } = useLingui();
	const { phone, wide, alt, link, from, until, position, checks } = useShown();
	return (
		<ListPage
			of={banners}
			title={t`Banners`}
			section="banners"
			nameOf={(row) => row.alt || t`Banner ${row.banner_id}`}
			columns={[
				{ key: 'name', header: t`Banner`, strong: true, render: (row) => row.alt || t`Banner ${row.banner_id}` },
				{ key: 'picture', header: t`Picture`, room: 'some', render: (row) => <Thumb url={row.pc_picture?.url} /> },
				{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{ key: 'position', header: t`Position`, align: 'end', room: 'some', render: (row) => row.position },
			]}
			newName={<Trans>New banner</Trans>}
			none={
				<Trans>No banners yet. They are the large pictures at the top of the home page; create the first one.</Trans>
			}
			onSite={({ visibility }) => (visibility === 'visible' ? siteAddress.home : null)}
			mayRemove={({ hidden }) => hidden}
			renderEditor={(props) => (
				<ItemEditor
					{...props}
					of={banners}
					fresh={{ position: 0, hidden: true }}
					fields={() => ({
						media_id: { label: phone, shape: [343, 214] },
						pc_media_id: { label: wide, shape: [1200, 430] },
						alt,
						link_url: link,
						new_window: { label: t`Opens a new window` },
						starts_local: { label: from, hint: t`Leave empty to show it as soon as it is published.` },
						ends_local: { label: until, hint: t`Leave empty to show it without an end.` },
						position,
						hidden: null,
					})}
					checks={checks}
					renderPreview={({ media_id: narrow, pc_media_id: broad, alt: text, link_url: to }) =>
						narrow &&
						broad && (
							<FanPage
								path={siteAddress.home}
								data={[
									[
										cacheKeys.banners,
										{
											banners: [
												{
													image_url: wideAddress(narrow.url),
													pc_image_url: wideAddress(broad.url),
													link_url: to === '' ? null : to,
													link_target: null,
													alt: text,
													lang: SOURCE_LANGUAGE,
												},
											],
										} satisfies ReplyOf<typeof getBanners>,
									],
								]}
							/>
						)
					}
				/>
			)}
		/>
	);
}
