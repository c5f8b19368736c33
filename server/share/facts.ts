/** What a share picture says. It holds no personal data. */

export interface Fandom {
	/** `#RRGGBB`, or null if the artist has none. */
	color: string | null;
	/** Part of the hall, in thousandths. */
	share: number;
}

export type Gap =
	| { kind: 'leads'; tickets: number }
	| { kind: 'behind'; tickets: number; rank: number }
	| { kind: 'level'; rank: number };

export interface Singer {
	name: string;
	nativeName: string | null;
	nativeLang: string | null;
	color: string | null;
	/** Address of the portrait in the picture store. */
	portrait: string | null;
}

export interface Placed extends Singer {
	rank: number;
	tickets: number;
}

export interface Shared {
	product: string;
	/** The hall of the chart: one block per fandom, the leader first. */
	fandoms: Fandom[];
}

export interface Standing {
	singer: Singer;
	/** Title of the chart, and the place in it. Null if it does not list the artist. */
	chart: string | null;
	rank: number | null;
	tickets: number;
	gap: Gap | null;
}

export type Facts = Shared &
	(
		| ({ kind: 'artist' } & Standing)
		| ({ kind: 'vote' } & Standing)
		| { kind: 'chart'; title: string; final: boolean; leaders: Placed[]; tickets: number }
		| { kind: 'news'; title: string; cover: string | null }
		| { kind: 'site' }
	);

export type FactsOf<Kind extends Facts['kind']> = Extract<Facts, { kind: Kind }>;
