import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';

/** `Rankings · Console` in the tab. */
export function usePageTitle(text: string): void {
	const { t } = useLingui();
	const title = t`${text} · Console`;
	useEffect(() => {
		document.title = title;
	}, [title]);
}
