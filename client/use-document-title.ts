import { useEffect } from 'react';

/** Shows a title in the browser's tab. */
export function useDocumentTitle(title: string): void {
	useEffect(() => {
		document.title = title;
	}, [title]);
}
