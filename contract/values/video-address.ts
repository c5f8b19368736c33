/** Turns the address of a video, as people copy it, into that of its player. Other sites are not embedded. */

const YOUTUBE = new Set(['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com']);
const VIMEO = new Set(['vimeo.com', 'player.vimeo.com']);

/** Returns null for an address that is no video of a known site. */
export function playerAddress(address: string): string | null {
	const url = readAddress(address);
	if (!url) return null;
	const host = url.hostname.replace(/^www\.|\.$/g, '');
	if (host === 'youtu.be') return youtube(url, /^\/([\w-]{11})\/?$/.exec(url.pathname)?.[1]);
	if (YOUTUBE.has(host)) {
		const [, inPath] = /^\/(?:embed|shorts|live|v|e|watch)\/([\w-]{11})\/?$/.exec(url.pathname) ?? [];
		const isWatch = /^\/watch\/?$/.test(url.pathname);
		return youtube(url, isWatch ? url.searchParams.get('v') : inPath);
	}
	return VIMEO.has(host) ? vimeo(url) : null;
}

/** People also copy an address without its scheme, and the code of the player. */
function readAddress(address: string): URL | null {
	const typed = address.trim();
	const source = /^<iframe\s/i.test(typed) ? typed.split(/\ssrc="/i)[1]?.split('"')[0] : typed;
	const text = (source ?? '').replaceAll('&amp;', '&');
	const url = URL.parse(/^[a-z][\w+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`);
	return url && /^https?:$/.test(url.protocol) && url.port === '' ? url : null;
}

/** Players of lists and channels, whose names are as long as an id. */
const NO_VIDEO = ['videoseries', 'live_stream'];

function youtube(url: URL, id: string | null | undefined): string | null {
	if (!/^[\w-]{11}$/.test(id ?? '') || NO_VIDEO.includes(id ?? '')) return null;
	const start = startOf(url);
	return `https://www.youtube-nocookie.com/embed/${id}${start === 0 ? '' : `?start=${start}`}`;
}

/** An unlisted video has a second part, which the player takes as `h`. */
const VIMEO_PATH =
	/^\/(?:(?:video|manage\/videos|channels\/[\w-]+|ondemand\/[\w-]+|groups\/[\w-]+\/videos|(?:album|showcase)\/\d+\/video)\/)?(\d{1,12})(?:\/([\da-f]{6,20}))?\/?$/;

function vimeo(url: URL): string | null {
	const [, id, inPath] = VIMEO_PATH.exec(url.pathname) ?? [];
	if (id === undefined) return null;
	const key = inPath ?? url.searchParams.get('h') ?? '';
	const start = startOf(url);
	return `https://player.vimeo.com/video/${id}${/^[\da-f]{6,20}$/.test(key) ? `?h=${key}` : ''}${start === 0 ? '' : `#t=${start}s`}`;
}

/** Seconds: `t=90`, `t=1m30s`, `start=90`, `#t=90s`. */
function startOf({ searchParams, hash }: URL): number {
	const inHash = new URLSearchParams(hash.slice(1)).get('t');
	const text = searchParams.get('t') ?? searchParams.get('start') ?? inHash ?? '';
	const [, hours, minutes, seconds] = /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? [];
	return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
