/** What a text written by people is, wherever it enters: forms, JSON, files, tokens, pasted HTML, searches. */

// Control characters except tab and line ends. They are invisible, and NUL ends a text in PostgreSQL.
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
/** Embeddings, overrides and isolates reverse the text around them. */
const REVERSES = /[\u202A-\u202E\u2066-\u2069]/;
/** Also what dictation and old annotations leave in place of an object. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u061C\uFFF9-\uFFFC]/u;
/** A letter, digit or sign with a shape. Marks alone, private and unassigned characters have none, nor have the signs for blanks. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** No script puts more marks on a letter. A pile of them covers the lines around it. */
const PILED = /(\p{M}{8})\p{M}+/gu;
const SELECTOR = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
/** They choose the form of a Mongolian letter, and part it from its ending. */
const MONGOLIAN = /[\u180B-\u180F]/;
const MONGOLIAN_LETTER = /[\u1820-\u18AA]/;
const JOINER = /[\u200C\u200D]/;
/** Emoji, marks, and letters of scripts that join or stack. In the other scripts a joiner shows nothing. */
const BEFORE_JOINER =
	/[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])\p{L}/u;
/** An Arabic letter, or a sign that takes the vowel off a letter: a joiner at the end of the word says how it is drawn. */
const DRAWN_BY_JOINER = /(?!\p{M})\p{Script=Arabic}|[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]/u;
const AFTER_JOINER = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Extended_Pictographic}]/u;
/** Flags of regions (England) are spelled in tag characters. Elsewhere these hide a text. */
const TAGS = /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})|[\u{E0000}-\u{E007F}]/gu;
const TAG = /[\u{E0020}-\u{E007F}]/u;

export const isStorable = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text);

export const isVisible = (text: string): boolean => VISIBLE.test(text);
/** A replacement character stands where bytes were of another encoding: a part of the text is lost. */
export const isTorn = (text: string): boolean => text.includes('\uFFFD');
export const isReversed = (text: string): boolean => REVERSES.test(text);

/** Composes (NFC) and trims, and drops invisible characters but those that an emoji or a script needs. */
export function tidy(text: string): string {
	// Slides and mainframes write other ends of lines.
	const composed = text
		.replaceAll(/[\v\f\u0085]/g, '\n')
		.normalize('NFC')
		.replaceAll(PILED, '$1')
		.trim();
	if (!INVISIBLE.test(composed)) return composed;
	const characters = Array.from(composed.replaceAll(TAGS, '$1'));
	const kept: string[] = [];
	for (const [at, character] of characters.entries())
		if (!INVISIBLE.test(character) || belongs(character, kept.at(-1) ?? ' ', characters[at + 1] ?? ' '))
			kept.push(character);
	// What has come together may compose, and then leave a joiner without a meaning.
	const clean = kept.join('');
	return clean === composed ? clean : tidy(clean);
}

/** Says whether the invisible character has a meaning between its neighbors. */
function belongs(character: string, before: string, after: string): boolean {
	if (REVERSES.test(character) || TAG.test(character)) return true;
	if (SELECTOR.test(character)) return !INVISIBLE.test(before) && before.trim() !== '';
	if (MONGOLIAN.test(character)) return MONGOLIAN_LETTER.test(before);
	if (!JOINER.test(character)) return false;
	return (
		(BEFORE_JOINER.test(before) && AFTER_JOINER.test(after)) || (character === '\u200D' && DRAWN_BY_JOINER.test(before))
	);
}

export function tidyLine(text: string): string {
	// A byte order mark within a text is no space, though a pattern takes it for one.
	return tidy(text.replaceAll(/[^\S\uFEFF]+/g, ' ')).replaceAll(/\s+/g, ' ');
}

/** Removes what turns text around, for HTML: it has attributes of its own for direction. */
export const unreversed = (text: string): string => text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');

/** Code units of a text of so many characters: a family of emoji has a dozen, and accents may be piled up without end. */
export const unitsOf = (characters: number): number => characters + 450;

let segmenter: Intl.Segmenter | undefined;

function segments(text: string): Iterable<Pick<Intl.SegmentData, 'segment' | 'index'>> {
	let end = 0;
	// The apps' own browsers of old phones do not know what belongs together.
	if (!('Segmenter' in Intl))
		return Array.from(text, (segment) => ({ segment, index: (end += segment.length) - segment.length }));
	segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
	return segmenter.segment(text);
}

/** Number of characters as people count them: an emoji, a flag, a syllable is one. */
export const lengthOf = (text: string): number => [...segments(text)].length;

export const isWithin = (text: string, most: number): boolean =>
	text.length <= most || (text.length <= unitsOf(most) && lengthOf(text) <= most);

export function cut(text: string, most: number): string {
	if (text.length <= most) return text.toWellFormed();
	const bound = unitsOf(most);
	let [end, count] = [0, 0];
	// A character of unbounded length is cut by its code points.
	for (const { segment, index } of segments(text.slice(0, bound * 2).toWellFormed())) {
		if (count === most || index + segment.length > bound) break;
		end = index + segment.length;
		count += 1;
	}
	return text.slice(0, end).toWellFormed();
}

/** Returns a text of others as it may be stored, on one line: without what the shapes of shapes.ts refuse. */
export function mended(text: string, most: number): string {
	const clean = tidyLine(text.toWellFormed().replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFFD]/gu, ' '));
	return isVisible(clean) ? cut(clean, most).trimEnd() : '';
}

/** The form in which texts are compared, in any language of the browser. `folded` in db/migrations has the same rule. */
export function fold(text: string): string {
	const wide = text.normalize('NFKC').replaceAll(/[\p{Default_Ignorable_Code_Point}\u061C]/gu, '');
	// Upper case first: it unites letters with several small forms (ς and σ, ß and ss, ı and i).
	const small = wide.toLowerCase().toUpperCase().toLowerCase();
	return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

const KANA_APART = 0x60;

/** The form in which texts are searched: neither accents nor the two kinds of kana make a difference. `searched` in db/migrations has the same rule. */
export function searched(text: string): string {
	const signs = fold(text).replaceAll(/ \u0301|ʼ/g, "'");
	const letters = signs
		.replaceAll(/[đðłøħŧ]/g, (letter) => 'ddloht'['đðłøħŧ'.indexOf(letter)] ?? letter)
		.replaceAll(/[\u30A1-\u30F6]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KANA_APART));
	return letters
		.normalize('NFD')
		.replaceAll(/[\u0300-\u036F]/g, '')
		.normalize('NFC');
}
