/** Who looks how. No two artists share both motif and hair, so in no ranking do two neighbors look alike. */
import type { HairName } from './art/figures.ts';
import { motifNames, type MotifName } from './art/motifs.ts';
import type { Portrait } from './art/portrait.ts';
import type { Random } from './art/random.ts';
import type { AccessoryName } from './art/singer.ts';
import { artists, type DemoArtist } from './content/artists.ts';
import { groups } from './content/groups.ts';

interface Look {
	motif: MotifName;
	accessory?: AccessoryName;
	microphone?: true;
	facesLeft?: true;
	tiltDegrees: number;
	secondLamp?: number;
}

/** The podium is cast by hand: it is what a visitor sees first. */
const leaders: Look[] = [
	// A warm orange beside the red.
	{ motif: 'sun', microphone: true, tiltDegrees: -3, secondLamp: 40 },
	{ motif: 'ring', accessory: 'headset', tiltDegrees: -6 },
	{ motif: 'led', facesLeft: true, tiltDegrees: -8 },
	{ motif: 'slats', accessory: 'earring', tiltDegrees: 2 },
	{ motif: 'arcs', facesLeft: true, tiltDegrees: 4 },
];

/** What goes with which hair: no earring under curls, no visor over a cap. */
const suits: Record<HairName, AccessoryName[]> = {
	crop: ['earring', 'headset', 'visor'],
	quiff: ['headset', 'earring', 'visor'],
	bun: ['earring', 'headset'],
	pony: ['headset', 'earring'],
	bob: ['visor'],
	wolf: ['visor'],
	curl: ['headphones'],
	wave: ['visor'],
	long: [],
	braid: [],
	cap: [],
	hood: [],
};

/** Portraits of all solo artists, in the order of artists.ts. */
export function castArtists(seed: number, random: Random): Portrait[] {
	const taken = new Set<string>();
	const recent: MotifName[] = [];
	return artists.map((artist, index) => {
		const look = leaders[index] ?? castOne(artist, taken, recent.slice(-2), random);
		taken.add(`${look.motif} ${artist.hair}`);
		recent.push(look.motif);
		const { motif, secondLamp, ...singer } = look;
		return {
			seed: `${seed} ${artist.enName}`,
			fanColor: artist.fanColor,
			motif,
			secondLamp,
			singers: [{ hair: artist.hair, ...singer }],
		};
	});
}

function castOne({ hair }: DemoArtist, taken: Set<string>, recent: MotifName[], random: Random): Look {
	const free = motifNames.filter((motif) => !taken.has(`${motif} ${hair}`));
	const fresh = free.filter((motif) => !recent.includes(motif));
	const accessories = suits[hair];
	const wears = accessories.length > 0 && random.chance(0.55);
	return {
		motif: random.pick(fresh.length > 0 ? fresh : free),
		...(wears ? { accessory: random.pick(accessories) } : {}),
		...(!wears && random.chance(0.3) ? { microphone: true } : {}),
		...(random.chance(0.45) ? { facesLeft: true } : {}),
		tiltDegrees: random.whole(-10, 3),
	};
}

/** Portraits of the groups: their members as they look alone, before one more stage. */
export function castGroups(seed: number, random: Random): Portrait[] {
	const motifs = random.shuffled(motifNames);
	return groups.map(({ enName, fanColor, members }, index) => ({
		seed: `${seed} ${enName}`,
		fanColor,
		motif: motifs[index % motifs.length] ?? 'sun',
		singers: members.map((name) => {
			const member = artists.find((artist) => artist.enName === name);
			if (!member) throw new Error(`${enName} has a member that nobody knows: ${name}`);
			return { hair: member.hair, tiltDegrees: random.whole(-6, 2) };
		}),
	}));
}
