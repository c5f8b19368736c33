import { expect, it } from 'vitest';
import { playerAddress } from './video-address.ts';

const id = 'dQw4w9WgXcQ';
const player = `https://www.youtube-nocookie.com/embed/${id}`;
const film = 'https://player.vimeo.com/video/76979871';

/** Each path with each way to write what stands before it and after it. */
const schemes = ['https://', 'http://', '//', '', ' HTTPS://'];
const starts = [
	['', 0],
	['t=90', 90],
	['t=90s', 90],
	['t=1m30s', 90],
	['t=1h1m1s', 3_661],
	['start=90', 90],
	['si=ab_C&t=90', 90],
	['t=soon', 0],
] as const;

const youtube = [
	'www.youtube.com',
	'youtube.com',
	'm.youtube.com',
	'music.youtube.com',
	'www.youtube-nocookie.com',
	'www.youtube.com.',
].flatMap((host) => [
	`${host}/watch?v=${id}`,
	...['embed', 'shorts', 'live', 'v', 'e', 'watch'].map((kind) => `${host}/${kind}/${id}`),
]);

it.each([...youtube, `youtu.be/${id}`, `youtube.com/watch?app=x&v=${id}&list=PL1`])(
	'%s becomes a player on YouTube, with the second at which it begins',
	(address) => {
		for (const scheme of schemes)
			for (const [start, seconds] of starts) {
				const mark = start === '' ? '' : address.includes('?') ? '&' : '?';
				const expected = seconds === 0 ? player : `${player}?start=${seconds}`;
				expect(playerAddress(scheme + address + mark + start), scheme + address + mark + start).toBe(expected);
			}
	},
);

it.each([
	['vimeo.com/76979871', film],
	['vimeo.com/76979871/', film],
	['vimeo.com/76979871#t=1m30s', `${film}#t=90s`],
	['vimeo.com/76979871/0a1b2c3d4e', `${film}?h=0a1b2c3d4e`],
	['vimeo.com/76979871/0a1b2c3d4e?share=copy', `${film}?h=0a1b2c3d4e`],
	['player.vimeo.com/video/76979871?h=0a1b2c3d4e&badge=0', `${film}?h=0a1b2c3d4e`],
	['vimeo.com/channels/staffpicks/76979871', film],
	['vimeo.com/groups/films/videos/76979871', film],
	['vimeo.com/showcase/1234/video/76979871', film],
	['vimeo.com/ondemand/some-film/76979871', film],
])('%s becomes a player on Vimeo', (address, expected) => {
	for (const scheme of schemes) expect(playerAddress(scheme + address)).toBe(expected);
});

it.each([
	[
		`<iframe width="560" src="${player}?si=x&amp;start=90" title="A film" allowfullscreen></iframe>`,
		`${player}?start=90`,
	],
	[`<iframe src="${film}?h=0a1b2c3d4e&amp;badge=0"></iframe>`, `${film}?h=0a1b2c3d4e`],
])('is read from the code of its player: %s', (code, expected) => expect(playerAddress(code)).toBe(expected));

it('of a player stays the same', () => {
	for (const address of [player, `${player}?start=90`, film, `${film}?h=0a1b2c3d4e`, `${film}?h=0a1b2c3d4e#t=5s`])
		expect(playerAddress(address)).toBe(address);
});

it.each([
	'https://evil.example/watch?v=dQw4w9WgXcQ',
	'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
	'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
	'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
	'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
	'https://www.youtube.com/watch?v=too-short',
	'https://www.youtube.com/@somebody',
	'https://www.youtube.com/playlist?list=PL1',
	'https://www.youtube.com/embed/videoseries?list=PL1',
	'https://www.youtube.com/embed/live_stream?channel=UC1',
	'<iframe src="https://evil.example/embed/dQw4w9WgXcQ"></iframe>',
	'<iframe data-src="https://youtu.be/dQw4w9WgXcQ"></iframe>',
	'https://vimeo.com/event/123456',
	'https://vimeo.com/somebody',
	'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
	'data:text/html,youtu.be',
	'https://youtube.com/',
	'https://',
	'words',
	'',
])('%s is no video', (address) => expect(playerAddress(address)).toBeNull());
