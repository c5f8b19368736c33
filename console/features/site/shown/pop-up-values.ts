/** Values of the pop-up editor. */
import type { Picture } from '../../../lib/media/picture-field.tsx';
import type { PopUp } from '../get-site.ts';

export interface PopUpValues {
	/** Null if the pop-up is not stored yet. */
	pop_up_id: string | null;
	version: number;
	picture: Picture | null;
	alt: string;
	link_url: string;
	starts_local: string;
	ends_local: string;
	hidden: boolean;
}

export const noPopUp: PopUpValues = {
	pop_up_id: null,
	version: 0,
	picture: null,
	alt: '',
	link_url: '',
	starts_local: '',
	ends_local: '',
	hidden: true,
};

export const popUpValuesOf = (popUp: PopUp): PopUpValues => {
	const { pop_up_id, version, picture, alt, link_url, starts_local, ends_local, hidden } = popUp;
	return { pop_up_id, version, picture, alt, starts_local, ends_local, hidden, link_url: link_url ?? '' };
};

export const popUpBodyOf = ({ picture, alt, link_url: link, starts_local, ends_local, hidden }: PopUpValues) => ({
	media_id: picture?.media_id ?? '',
	alt,
	link_url: link || null,
	starts_local,
	ends_local,
	hidden,
});
