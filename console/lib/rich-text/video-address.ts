/** Turns the address of a video, as people copy it, into that of its player. Other sites are not embedded. */

const YOUTUBE =
	/^https:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})(?:[?&#].*)?$/;
const VIMEO = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{1,12})(?:[?#].*)?$/;

/** Returns null for an address that is no video of a known site. */
export function playerAddress(address: string): string | null {
	const [, youtube] = YOUTUBE.exec(address.trim()) ?? [];
	if (youtube !== undefined) return `https://www.youtube-nocookie.com/embed/${youtube}`;
	const [, vimeo] = VIMEO.exec(address.trim()) ?? [];
	return vimeo === undefined ? null : `https://player.vimeo.com/video/${vimeo}`;
}
