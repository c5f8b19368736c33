import { expect, it } from 'vitest';
import { artistKind, rankingType } from '#contract/rankings.ts';
import { artistPath } from './paths.ts';

const kinds = artistKind.options;
const types = [...rankingType.options, null];

it.each(
	types.flatMap((type) => kinds.flatMap((kind) => [true, false, undefined].map((hidden) => ({ type, kind, hidden })))),
)('$kind in a ranking of type $type, hidden: $hidden', ({ type, kind, hidden }) => {
	const path = artistPath({ artist_id: 7, kind, hidden }, { type, from: 'LeaderBoard', votable: false });
	const opens = ['monthly', 'birthday', null].includes(type) && ['solo', 'group'].includes(kind) && hidden !== true;
	expect(path).toBe(opens ? '/artist/7?from=LeaderBoard&isVote=1' : null);
});
