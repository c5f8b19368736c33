/** What an artist's page tells: three paragraphs, put together so that no two pages read alike. */
import texts from './biographies.json' with { type: 'json' };
import { toOklch } from '#ui/fan-color.ts';
import type { Random } from '../random.ts';
import { artists, songs, type Craft, type DemoArtist } from './artists.ts';

/** HTML of the description; `index` is the artist's place in artists.ts. */
export function biography(artist: DemoArtist, index: number, random: Random): string {
	const charted = songs.find(({ performer }) => performer === artist.enName)?.title;
	const facts = factsOf(artist, charted ?? earlierSongs[index % earlierSongs.length] ?? '', random);
	const middle = crafts[artist.craft];
	const placeInCraft = artists.slice(0, index).filter(({ craft }) => craft === artist.craft).length;
	const paragraphs = [openers[index % openers.length], middle[placeInCraft % middle.length]];
	// Every third page is shorter, as real ones are.
	if (index % 3 !== 2) paragraphs.push(closers[(index * 2 + Math.floor(index / 9)) % closers.length]);
	return paragraphs
		.map((text = '') => `<p>${text.replaceAll(/\{(\w+)\}/g, (_, name) => facts.get(name) ?? '')}</p>`)
		.join('');
}

/** What stands in braces in the sentences below. */
function factsOf({ enName, gender, birthday, hometown, fanColor }: DemoArtist, song: string, random: Random) {
	const [they, their, them] = gender === 'F' ? ['she', 'her', 'her'] : ['he', 'his', 'him'];
	return new Map<unknown, string>(
		Object.entries({
			name: enName,
			first: enName.split(' ')[0] ?? enName,
			town: hometown,
			color: colorName(fanColor),
			debut: String(Number(birthday.slice(0, 4)) + random.whole(17, 20)),
			song: `<em>${song}</em>`,
			they,
			their,
			them,
			They: capitalized(they),
			Their: capitalized(their),
		}),
	);
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `earlierSongs` are in no chart, for those who have none there. `byHue`: up to which hue a color has the name. */
const { earlierSongs, openers, closers } = texts;
const crafts: Record<Craft, string[]> = texts.crafts;
const byHue = texts.byHue as [upTo: number, name: string][];

/** A fandom’s color in a word, as fans would say it. */
function colorName(hex: string): string {
	const { chroma, hue } = toOklch(hex);
	if (chroma < 0.05) return 'silver';
	return byHue.find(([upTo]) => hue < upTo)?.[1] ?? 'rose';
}
