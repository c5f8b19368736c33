/** The operators' pop-up: a picture and View, shown once a day until it is closed. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SiteConfiguration } from '#contract/site.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { isLocalPath } from '#contract/pages.ts';
import { useSite } from '../lib/site/get-site.ts';
import { isDue, rememberDismissal } from './pop-up-memory.ts';
import './pop-up.css';

type Shown = NonNullable<SiteConfiguration['pop_up']>;

export default function PopUp() {
	const popUp = useSite()?.pop_up;
	return popUp ? <OnePopUp key={popUp.uuid} popUp={popUp} /> : null;
}

function OnePopUp({ popUp }: { popUp: Shown }) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const [open, setOpen] = useState(() => due(popUp.uuid));
	function dismiss() {
		remember(popUp.uuid);
		setOpen(false);
	}
	function view() {
		dismiss();
		const { link_url: link } = popUp;
		if (!link) return;
		if (isLocalPath(link)) void navigate(link);
		else window.location.assign(link);
	}
	return (
		<Dialog open={open} onClose={dismiss} label={popUp.alt || t`Notice`} shape="center" className="picture-page">
			<img src={popUp.image_url} alt={popUp.alt} />
			<div className="picture-page-foot">
				<Button block large onClick={view}>{t`View`}</Button>
			</div>
		</Dialog>
	);
}

/** If storage is blocked, the pop-up appears on every visit. */
function due(uuid: string): boolean {
	try {
		return isDue(localStorage, uuid, new Date());
	} catch {
		return true;
	}
}

function remember(uuid: string): void {
	try {
		rememberDismissal(localStorage, uuid, new Date());
	} catch (error) {
		console.warn('The pop-up cannot be remembered as dismissed:', error);
	}
}
