import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';
import { interpolate, type Message } from './translate.ts';

const fill = (language: string, message: string, values: Record<string, string | number>) =>
	interpolate(compileMessage(message) as Message, language, values);

it.each([
	['en', 'Rank {rank} in {ranking}.', { rank: 1, ranking: 'Solo' }, 'Rank 1 in Solo.'],
	['en', '{n, plural, one {# vote} other {# votes}}', { n: 1 }, '1 vote'],
	['es', '{n, plural, one {# voto} other {# votos para {name}}}', { n: 12_000, name: 'Ara' }, '12.000 votos para Ara'],
	['ko', '{n, plural, =0 {없음} other {#표}}', { n: 0 }, '없음'],
	['ja', '{n, plural, other {#票}}', { n: 3 }, '3票'],
])('in %s, %s is filled with %j', (language, message, values, text) => {
	expect(fill(language, message, values)).toBe(text);
});
