/** Values of the banner editor. */
import type { Picture } from '../../../lib/media/picture-field.tsx';
import type { Banner } from '../get-site.ts';

export interface BannerValues {
	/** Null if the banner is not stored yet. */
	banner_id: number | null;
	version: number;
	position: number | null;
	picture: Picture | null;
	pc_picture: Picture | null;
	alt: string;
	link_url: string;
	new_window: boolean;
	starts_local: string;
	ends_local: string;
	hidden: boolean;
}

export const noBanner: BannerValues = {
	banner_id: null,
	version: 0,
	position: 0,
	picture: null,
	pc_picture: null,
	alt: '',
	link_url: '',
	new_window: false,
	starts_local: '',
	ends_local: '',
	hidden: true,
};

export const bannerValuesOf = (banner: Banner): BannerValues => ({
	banner_id: banner.banner_id,
	version: banner.version,
	position: banner.position,
	picture: banner.picture,
	pc_picture: banner.pc_picture,
	alt: banner.alt,
	link_url: banner.link_url ?? '',
	new_window: banner.new_window,
	starts_local: banner.starts_local ?? '',
	ends_local: banner.ends_local ?? '',
	hidden: banner.hidden,
});

export const bannerBodyOf = (values: BannerValues) => ({
	position: values.position ?? 0,
	media_id: values.picture?.media_id ?? '',
	pc_media_id: values.pc_picture?.media_id ?? '',
	alt: values.alt,
	link_url: values.link_url === '' ? null : values.link_url,
	new_window: values.new_window,
	starts_local: values.starts_local === '' ? null : values.starts_local,
	ends_local: values.ends_local === '' ? null : values.ends_local,
	hidden: values.hidden,
});
