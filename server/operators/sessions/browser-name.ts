/** Names a session in its operator's list after its User-Agent. The name is for recognition only. */

// The order matters: a User-Agent also names the browsers that this browser descends from.
const BROWSERS = [
	['Edg', 'Edge'],
	['OPR/', 'Opera'],
	['SamsungBrowser/', 'Samsung Internet'],
	['Firefox/', 'Firefox'],
	['FxiOS/', 'Firefox'],
	['CriOS/', 'Chrome'],
	['Chrome/', 'Chrome'],
	['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
	['Windows', 'Windows'],
	['Android', 'Android'],
	['iPhone', 'iPhone'],
	['iPad', 'iPad'],
	['Mac OS X', 'macOS'],
	['CrOS', 'ChromeOS'],
	['Linux', 'Linux'],
] as const;

/** Such as `Firefox on Linux`; empty where it is none of those that are known. */
export function browserName(userAgent: string | undefined): string {
	const find = (names: readonly (readonly [string, string])[]) =>
		names.find(([mark]) => userAgent?.includes(mark))?.[1];
	const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
	if (!browser) return '';
	return system ? `${browser} on ${system}` : browser;
}
