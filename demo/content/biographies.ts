/** What an artist's page tells: three paragraphs, put together so that no two pages read alike. */
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

/** Songs that are in no chart, for those who have none there. */
const earlierSongs = [
	'Salt Lamp Sunday',
	'Two Umbrellas, One Rain',
	'The Lift Is Out of Order',
	'Noon in the Car Park',
	'Postcards to the Third Floor',
	'Borderline Weather',
	'A Chair by the Exit',
	'Ceiling Fan Waltz',
	'Left Luggage Lullaby',
	'Streetlight Number Nine',
	'Persimmon Season',
	'Tell the Pigeons',
	'Small Change Serenade',
	'Rooftop Tomatoes',
	'Answering Machine Summer',
	'Blue Tarpaulin',
	'The Long Way to the Laundry',
	'Window Seat Theory',
];

const openers = [
	'{name} grew up above a hardware shop in {town}, where the only quiet hour was the one before opening. {They} still writes and rehearses in that hour, and {they} has done so since before {their} debut in {debut}.',
	'The first people who heard {name} sing were the passengers of the early bus out of {town}. One of them ran a small studio, and in {debut} {their} first single came out of it with no photograph on the cover.',
	'{name} came to music late: at fifteen {they} was still a goalkeeper in {town}. A broken wrist, a borrowed keyboard and a long summer changed {their} mind.',
	'Born in {town}, {name} trained for four years, left, came back, and made a debut in {debut} on {their} own terms: one song, one camera, one take.',
	'In {town} they remember {name} as the child who counted out loud at every crossing. The counting stayed; today it opens most of {their} concerts.',
	'{name} keeps tide tables, train tickets and weather reports in one drawer, and says that every song {they} has released started there. {Their} family still lives in {town} and has never missed a first night.',
	'A school festival in {town}, a power cut, and one voice that went on: that is how {name} was found. The company that signed {them} in {debut} says it has not tried to add anything since.',
	'{name} is from {town}, which {they} mentions in every interview and in most second verses. The town has answered with a mural, a bus stop and an ice cream.',
	'Before {their} debut in {debut}, {name} worked the night shift at a bakery in {town}. The early hours explain the tempo, {first} says; the bread explains the warmth.',
	'{name} learned to perform in front of {town}’s smallest audience: two grandparents and a radio. Since {debut} the halls have grown, and {they} still looks for the two chairs in front.',
	'There are no baby pictures of {name} on the internet, no rumours and hardly any interviews. There is a town, {town}, and there are the records, and {their} fans find that this is enough.',
];

const crafts: Record<Craft, string[]> = {
	vocal: [
		'{first}’s voice sits low and close, as if the microphone were a window somebody forgot to shut. {song} was recorded without a click track; you can hear {their} sleeve on the music stand in the second verse.',
		'Critics like to measure {first}’s range. {They} prefers to talk about rests. The most quoted moment of {song} is four seconds in which nobody sings at all.',
		'{song} took eleven weeks and one afternoon: the weeks for the arrangement, the afternoon for the vocal. {They} kept the first take and {their} cold with it.',
		'What {first} does with a held note has been called patient. On {song} it lasts for nineteen seconds, and on tour it lasts until the last lightstick is up.',
	],
	dance: [
		'{first} treats a stage as a map. {They} marks it with tape in the morning, takes the tape away before the doors open, and hits every point of {song} in the dark.',
		'The choreography of {song} has only nine moves. The difficulty, {they} says, is that each must look like the last one: {their} dancers rehearse it backwards first.',
		'Three schools teach {first}’s footwork now, none of them with permission and all of them with {them} as an occasional guest. Beginners start with the bridge of {song}, which is kinder than it looks.',
		'A knee injury kept {first} seated for a season. {Their} answer was {song}, danced from the waist up, and it is still the performance that fans ask for most.',
	],
	rap: [
		'{first} writes on till receipts, which explains the short lines. {song} fits on one from a fish market, and {they} has kept it.',
		'Fast is easy, says {first}; late is hard. {Their} verses fall just behind the beat, and on {song} they stay there for three minutes without ever catching up.',
		'{song} has no hook. {They} offered the label two, listened to both, and let {their} crowd shout the bass line instead.',
		'The dialect in {first}’s verses is real, the street names are not. Fans have drawn the city of {song} from its lyrics, and it has a harbour, two stations and no offices.',
	],
	writer: [
		'{first} writes songs the way other people keep accounts: daily, in pencil, and with a margin. {They} found {song} in {their} margin.',
		'More than forty songs by others carry {first}’s name in small print. {song} was meant to be the forty-first until {they} could not explain it to anybody else.',
		'{song} has seven verses and the radio plays three. In concert {first} lets the audience vote on the other four, and {their} band learns the order as it comes.',
		'{first} reads every letter and answers on the last page of {their} records, where the thanks usually are. The second verse of {song} is one of those answers.',
	],
	producer: [
		'{first} records rooms before {they} records people. {song} begins with a stairwell in the rain, and the drums are its door.',
		'Everything on {song} was played by {first}, apart from the birds. {Their} studio has one window and it is always open.',
		'For {song}, {they} threw away a finished record and kept {their} headphone mix. It sounds like listening at a wall, and it made a genre of its own for a year.',
		'Other artists book {first} for the low end and stay for the silence. On {song} both belong to {them} alone.',
	],
};

const closers = [
	'Fans raise {color} lightsticks in the last chorus of {song} and switch them off together on the final note.',
	'The fandom’s color is {color}. It was chosen by letter, in a count that {first} watched from the back row of a café.',
	'On {their} birthday, fans of {first} rent light boards in six cities and leave five of them plain {color}, because “everybody knows”.',
	'Between records {they} disappears, usually to the coast. The fans call it low season and keep one {color} light on.',
	'{first} closes every concert by asking the hall for darkness and then, seat by seat, for {color}.',
	'A part of {their} income goes to the music school of {town}, whose front door is now {color}.',
	'Ask the fans of {first} for one word and most say “steady”. Ask {them} and the answer is a shrug and a scarf in {color}.',
	'There is no official greeting. There is a rhythm, two short and one long, which {they} taps on the microphone and which the {color} rows give back.',
	'Next year {first} will play {song} in full, in order, in a hall without seats: a floor of {color} from wall to wall.',
];

const byHue: [upTo: number, name: string][] = [
	[8, 'rose'],
	[28, 'coral'],
	[48, 'orange'],
	[70, 'apricot'],
	[88, 'amber'],
	[105, 'lemon'],
	[125, 'lime'],
	[150, 'green'],
	[172, 'mint'],
	[195, 'sea-green'],
	[225, 'sky'],
	[255, 'azure'],
	[282, 'periwinkle'],
	[305, 'violet'],
	[325, 'orchid'],
	[350, 'pink'],
	[361, 'rose'],
];

/** A fandom’s color in a word, as fans would say it. */
function colorName(hex: string): string {
	const { chroma, hue } = toOklch(hex);
	if (chroma < 0.05) return 'silver';
	return byHue.find(([upTo]) => hue < upTo)?.[1] ?? 'rose';
}
