/** What a share picture is about, and the address of the picture. Pure. */
import * as z from 'zod/mini';
import { idText, rankingKey } from '#contract/values/shapes.ts';
import { isLanguage, type Language } from '#contract/values/languages.ts';

export type Subject =
	| { kind: 'site' }
	| { kind: 'artist'; artistId: number }
	| { kind: 'chart'; rankingKey: string }
	| { kind: 'vote'; rankingKey: string; artistId: number }
	| { kind: 'news'; newsId: number };

export interface Wanted {
	subject: Subject;
	language: Language;
	/** Names what the picture shows. Another version of the same subject is out of date. */
	version: string;
}

/** `/share/vote/monthly-2026-11.7.ko.3f9c….png` */
export function pathOf({ subject, language, version }: Wanted): string {
	return `/share/${keyOf(subject)}.${language}.${version}.png`;
}

/** Names the subject: `artist/7`. */
export function keyOf(subject: Subject): string {
	if (subject.kind === 'artist') return `artist/${subject.artistId}`;
	if (subject.kind === 'chart') return `chart/${subject.rankingKey}`;
	if (subject.kind === 'vote') return `vote/${subject.rankingKey}.${subject.artistId}`;
	return subject.kind === 'news' ? `news/${subject.newsId}` : 'site/hall';
}

const VERSION = /^[0-9a-f]{16}$/;

/** Reads the two last parts of an address. Returns null for every name that is not exactly one of ours. */
export function readPath(kind: string, file: string): Wanted | null {
	const parts = file.split('.');
	const [version, end] = parts.slice(-2);
	const language = parts.at(-3);
	if (end !== 'png' || !VERSION.test(version ?? '') || !isLanguage(language)) return null;
	const subject = readSubject(kind, parts.slice(0, -3));
	const wanted = subject && { subject, language, version: version ?? '' };
	return wanted && pathOf(wanted) === `/share/${kind}/${file}` ? wanted : null;
}

function readSubject(kind: string, [first = '', second = '']: string[]): Subject | null {
	const id = (text: string) => z.safeParse(idText, text).data;
	const key = z.safeParse(rankingKey, first).data;
	const [firstId, secondId] = [id(first), id(second)];
	if (kind === 'site') return { kind };
	if (kind === 'artist') return firstId === undefined ? null : { kind, artistId: firstId };
	if (kind === 'news') return firstId === undefined ? null : { kind, newsId: firstId };
	if (kind === 'chart') return key === undefined ? null : { kind, rankingKey: key };
	if (kind !== 'vote' || key === undefined || secondId === undefined) return null;
	return { kind, rankingKey: key, artistId: secondId };
}
