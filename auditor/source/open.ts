import { folderSource } from './folder.ts';
import { httpSource } from './http.ts';
import type { LogSource } from './source.ts';

/** The log at an `http:` or `https:` address, or else in a folder. */
export function openSource(place: string): LogSource {
	return /^https?:\/\//i.test(place) ? httpSource(place) : folderSource(place);
}
