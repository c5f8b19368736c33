/** Groups of the demo world. They have pages and songs, and no place in a solo chart. */

export interface DemoGroup {
	enName: string;
	nativeName: string;
	fanColor: string;
	/** English names of artists.ts, the one in front first. */
	members: string[];
	description: string;
}

export const groups: readonly DemoGroup[] = [
	{
		enName: 'Saebyeok Ferry',
		nativeName: '새벽페리',
		fanColor: '#6FE0FF',
		members: ['Seorin Eo', 'Rian Tak', 'Nari Cheon'],
		description:
			'<p>Saebyeok Ferry met on the first boat of the day, which is the only rehearsal room three trainees from three ports could agree on. Their songs still begin before sunrise and end at the quay.</p><p>They sing without a leader and without a fixed centre: whoever is quietest that week stands in front.</p>',
	},
	{
		enName: 'Tidewatch',
		nativeName: '타이드워치',
		fanColor: '#5AA9FF',
		members: ['Haebin Geum', 'Woojae Bong', 'Sol Maeng'],
		description:
			'<p>Tidewatch is a dancer, a rapper and a producer who share one notebook. Every record carries a date and a water level, and nobody outside the group has worked out the pattern.</p><p>On stage they use no screens at all: three lamps, one floor, and the crowd’s own light.</p>',
	},
	{
		enName: 'Minari Club',
		nativeName: '미나리클럽',
		fanColor: '#9BE564',
		members: ['Ara Seonwoo', 'Yunseul Mok'],
		description:
			'<p>Minari Club began as a lunch appointment. Ara Seonwoo brought a dance, Yunseul Mok brought a bass line, and by the coffee they had a chorus.</p><p>The duo publishes one song a season and plays it live exactly once, so that each performance is somebody’s only one.</p>',
	},
	{
		enName: 'Half Past Moon',
		nativeName: '하프패스트문',
		fanColor: '#C9A6FF',
		members: ['Mirinae Gil', 'Jiwoon Pyo', 'Dojin Ha'],
		description:
			'<p>Half Past Moon is what happens when three soloists keep missing the last train together. The first record was written in a waiting room in Daejeon between 00:30 and 05:10.</p><p>They appear without notice, usually as the encore of somebody else’s concert, and have never announced a tour.</p>',
	},
	{
		enName: 'Marumaru',
		nativeName: '마루마루',
		fanColor: '#FFB07A',
		members: ['Maru Tae', 'Taeyul Gok'],
		description:
			'<p>Marumaru is a wooden floor and two people who know how to use it. Maru Tae counts, Taeyul Gok answers, and the microphones hang at ankle height.</p><p>Fans bring no instruments to their shows, only shoes.</p>',
	},
];
