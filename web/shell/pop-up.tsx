/** The operators' pop-up: a picture and View, shown once a day until it is closed. It comes when its picture is there. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SiteConfiguration } from '#contract/site.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { isLocalPath } from '#contract/pages.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { POPUP_STORAGE_NAME } from '#contract/values/constants.ts';
import { storedValue } from '#ui/stored.ts';
import { otherLanguage } from '../i18n.ts';
import { Picture } from '../lib/elements/picture.tsx';
import { useSite } from '../lib/site/get-site.ts';
import './pop-up.css';

type Shown = NonNullable<SiteConfiguration['pop_up']>;

/** Uuid to the day of the month on which it was closed. If storage is blocked, a pop-up appears on every visit. */
const dismissed = storedValue(POPUP_STORAGE_NAME, (found) =>
	typeof found === 'object' && !Array.isArray(found) ? (found as Record<string, unknown>) : null,
);
const today = () => new Date().getDate();

export default function PopUp() {
	const popUp = useSite()?.pop_up;
	return popUp ? <OnePopUp key={popUp.uuid} popUp={popUp} /> : null;
}

function OnePopUp({ popUp }: { popUp: Shown }) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const lang = otherLanguage(popUp.lang);
	const [open, setOpen] = useState(() => dismissed.get()?.[popUp.uuid] !== today());
	const [isHere, setHere] = useState(false);
	const come = () => setHere(true);
	function dismiss() {
		dismissed.set({ ...dismissed.get(), [popUp.uuid]: today() });
		setOpen(false);
	}
	function view() {
		dismiss();
		const { link_url: link } = popUp;
		if (!link) return;
		if (isLocalPath(link)) void navigate(link);
		else window.location.assign(link);
	}
	const picture = (
		<Picture
			src={popUp.image_url}
			sizes={pictureSizes.popUp}
			alt={popUp.alt}
			lang={lang}
			standIn={<span lang={lang}>{popUp.alt}</span>}
		/>
	);
	if (open && !isHere)
		return (
			<div hidden onLoadCapture={come} onErrorCapture={come}>
				{picture}
			</div>
		);
	return (
		<Dialog open={open} onClose={dismiss} label={popUp.alt || t`Notice`} shape="center" className="picture-page">
			{picture}
			<div className="picture-page-foot">
				<Button block large onClick={view}>{t`View`}</Button>
			</div>
		</Dialog>
	);
}
