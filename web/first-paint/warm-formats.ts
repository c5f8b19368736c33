/**
 * The first formatters of a page load the browser's tables, which takes a cheap phone long. They are made while
 * the scripts are on their way, each in a task of its own, and not when the page is drawn.
 */
export function warmFormats(): void {
	const { lang } = document.documentElement;
	setTimeout(() => Intl.NumberFormat(lang).format(0));
	// As web/lib/time.ts makes them.
	setTimeout(() =>
		Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Seoul', hour: '2-digit', hourCycle: 'h23' }).format(),
	);
}
