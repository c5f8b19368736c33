/** Section 9: business constants and limits. */
import { rows } from './row.ts';

export const limits = rows(9, [
	[1, 'Gems per vote: ticket2gem_ratio'],
	[2, 'Quick picks 1, 10, 100, Max'],
	[3, 'Check-in cycle 7 days'],
	[4, 'Gem history covers 7 days'],
	[5, 'HTTP timeout 60000 ms'],
	[6, 'Default toast 2000 ms'],
	[7, 'Carousel autoplay 5000 ms'],
	[8, 'Mobile breakpoint 768px'],
	[9, 'Resize debounce 100 ms'],
	[10, 'Chunk load timeout 120000 ms'],
	[11, 'News page size 20'],
	[12, 'Infinite-scroll trigger offset 100'],
	[13, 'Home news and video 10 each'],
	[14, 'Marquee top 20'],
	[15, 'Minimum age 14'],
	[16, 'Terms: billing errors reported within 14 days'],
	[17, 'Terms: support response within 48 hours'],
	[18, 'Terms: changes notified 7 days ahead'],
	[19, 'Privacy: changes notified 15 days ahead'],
	[20, 'Privacy: deletion processed within 30 days'],
	[21, 'Default timezone Asia/Seoul (KST)'],
	[22, 'Only payment method: credit card'],
]);
