/** Videos of the demo world, the latest first. They play short films of our own: nothing comes from elsewhere. */
import type { ClipName, DemoArticle } from './articles.ts';
import type { SceneName } from '../art/covers.ts';

type Row = [title: string, about: string | null, scene: SceneName, coverAlt: string, paragraph: string];

const rows: Row[] = [
	[
		'Behind the encore: two minutes in the pit with 11,000 lightsticks',
		null,
		'trail',
		'Golden trails of light',
		'One camera at knee height, from the last chord to the first step of the encore. Headphones are recommended; so is standing up.',
	],
	[
		'Jiwoon Pyo rehearses “Glasshouse” in one take',
		'Jiwoon Pyo',
		'prism',
		'Rays of sea-green light',
		'A bare room, a tape mark and a dancer who is late on purpose. Watch the left shoulder at 1:12.',
	],
	[
		'Yeoreum Baek, soundcheck: “Snow on the Overpass”',
		'Yeoreum Baek',
		'skyline',
		'A city at night with a warm glow',
		'The hall is empty but for the cleaners, and two of them know the words.',
	],
	[
		'Tidewatch build a drum from a water tank',
		'Tidewatch',
		'ocean',
		'A stage across a blue crowd',
		'Nine minutes of hammering, one minute of music. The tank survives. The neighbors, on camera, are kind about it.',
	],
	[
		'Ara Seonwoo: every step of “Eleven Scarves”, slowed down',
		'Ara Seonwoo',
		'petals',
		'A violet flower of light',
		'Front, side and floor camera together. The scarves are counted in the corner for those who doubt.',
	],
	[
		'Mirinae Gil reads the harbour timetable',
		'Mirinae Gil',
		'moon',
		'A moon over quiet water',
		'Somebody asked her to read anything at all. She took it literally, and it has been used as a lullaby ever since.',
	],
	[
		'A night at the lightstick repair table',
		null,
		'ring',
		'Rings of warm light',
		'Three volunteers, one lamp, and a queue that turns into a choir at about the sixth minute.',
	],
	[
		'Rian Tak and the visor: a very short film',
		'Rian Tak',
		'tunnel',
		'Orange arches of light',
		'It has a beginning, a middle and a reflector.',
	],
	[
		'Marumaru teach a floor to answer',
		'Marumaru',
		'led',
		'A wall of orange lamps',
		'The boards are numbered, the steps are not. A workshop for feet, filmed from below through glass.',
	],
	[
		'Haebin Geum turns: ten cameras, one heel',
		'Haebin Geum',
		'trail',
		'Blue trails of light',
		'The half-beat that nobody had seen, from ten directions. It is still hard to see.',
	],
	[
		'Eunbyul Ma sings to the last ferry',
		'Eunbyul Ma',
		'ocean',
		'A stage in yellow light behind a crowd',
		'The boat leaves at the end of the first chorus; the sound stays with it for as long as the wind allows.',
	],
	[
		'How a chart closes: the last sixty seconds from the control room',
		null,
		'led',
		'Lamps in slow waves',
		'No music, no comment. A clock, a curve, and eleven people who have forgotten to breathe.',
	],
	[
		'Sol Maeng, four chairs and a closed laptop',
		'Sol Maeng',
		'prism',
		'Green rays from one lamp',
		'The first library concert in full, with all page turns.',
	],
];

/** Filmed by scripts/art/clips.ts. */
export const clips: readonly ClipName[] = ['trails', 'ocean', 'rings'];

/** The film that looks most like the cover. */
function clipOf(scene: SceneName): ClipName {
	if (['ocean', 'skyline', 'moon'].includes(scene)) return 'ocean';
	return ['ring', 'led', 'tunnel'].includes(scene) ? 'rings' : 'trails';
}

export const videos: readonly DemoArticle[] = rows.map(([title, about, scene, coverAlt, paragraph]) => ({
	clip: clipOf(scene),
	title,
	about,
	scene,
	coverAlt,
	paragraphs: [paragraph, 'In this demo a short silent loop stands in for the film.'],
}));
