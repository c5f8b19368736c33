import { expect, it } from 'vitest';
import { playerAddress } from './video-address.ts';

it.each([
	['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
	['https://youtu.be/dQw4w9WgXcQ?t=12', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
	['https://m.youtube.com/watch?app=x&v=dQw4w9WgXcQ&t=1', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
	['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
])('%s becomes a player that fans are shown', (address, player) => {
	expect(playerAddress(address)).toBe(player);
});

it.each(['https://evil.example/watch?v=dQw4w9WgXcQ', 'javascript:alert(1)', 'https://youtube.com/', ''])(
	'%s is no video',
	(address) => expect(playerAddress(address)).toBeNull(),
);
