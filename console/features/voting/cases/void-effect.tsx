/** Shows what voiding the votes of a case would do to the ranks now. */
import { useQuery } from '@tanstack/react-query';
import { voidPreviewQuery } from './get-cases.ts';
import { RankMoves } from './rank-moves.tsx';

export function VoidEffect({ caseId }: { caseId: number }) {
	const { data: moves } = useQuery(voidPreviewQuery(caseId));
	return moves ? <RankMoves moves={moves} /> : null;
}
