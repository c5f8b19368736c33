/** Shows how many votes a case would cover, while the operator is still writing it. */
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#client/numbers.ts';
import { useSettled } from '#client/use-settled.ts';
import type { CaseFilter } from '#contract/operator/voting/cases.ts';
import { previewQuery } from './get-cases.ts';
import { RankMoves } from './rank-moves.tsx';

export function CasePreview({ rankingKey, filter }: { rankingKey: string; filter: CaseFilter | null }) {
	// Compare by JSON text, so that an equal filter object does not trigger another request.
	const asked = useSettled(JSON.stringify(filter), 400);
	const { data, isError, isFetching } = useQuery(previewQuery(rankingKey, JSON.parse(asked) as CaseFilter | null));
	return (
		<output className="case-preview" aria-busy={isFetching}>
			{asked === 'null' && <Trans>Choose votes to see how many match.</Trans>}
			{asked !== 'null' && isError && <Trans>The votes could not be counted. Please try again later.</Trans>}
			{asked !== 'null' && !isError && !data && <Trans>Counting…</Trans>}
			{data && (
				<>
					<b>
						<Plural value={data.tickets} one="# vote" other={`${formatNumber(data.tickets)} votes`} />
					</b>{' '}
					<Trans>
						<Plural value={data.votes} one="in # ballot" other={`in ${formatNumber(data.votes)} ballots`} />{' '}
						<Plural value={data.fans} one="from # fan" other={`from ${formatNumber(data.fans)} fans`} />, as of now
					</Trans>
					{data.artists.length > 0 && (
						<span className="case-detail">
							{data.artists.map(({ en_name, tickets }) => `${en_name} ${formatNumber(tickets)}`).join(', ')}
						</span>
					)}
					<RankMoves moves={data.rank_moves} />
				</>
			)}
		</output>
	);
}
