/** How a ranking stands, before its form: the clock, the lead, unusual votes and cases; after the end, the result and its review. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { openIncident } from '#contract/operator/incidents/incidents.ts';
import type { listEntries } from '#contract/operator/rankings/entries.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { listCases } from '#contract/operator/voting/cases.ts';
import { readEntryCards, setEntryCards } from '#contract/operator/site/content.ts';
import { readConcentration } from '#contract/operator/voting/concentration.ts';
import { readOf, useSend } from '../../lib/api/queries.ts';
import { AskFirst } from '../../lib/dialogs/confirm.tsx';
import { type Fact, Facts } from '../../lib/elements/facts.tsx';
import { TrailLink } from '../../lib/elements/links.tsx';
import { useDateTime, useMay } from '../../lib/session/operator.tsx';
import { NEW, paths } from '../../paths.ts';
import { RankingStatusTag } from './ranking-status.tsx';

type Entry = ReplyOf<typeof listEntries>['entries'][number];

const ASK_AGAIN_MS = 60_000;
/** How often the standing is read while votes come. */
export const STANDING_MS = 10_000;
const CASES_MAX = 100;
const OVER = new Set(['voided', 'restored', 'dropped']);

export function StandingNow({ ranking, entries }: { ranking: ConsoleRanking; entries: readonly Entry[] }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const may = useMay();
	const key = ranking.ranking_key;
	const isFinal = ranking.stage === 'certified';
	const again = { refetchInterval: isFinal ? (false as const) : ASK_AGAIN_MS };
	const cases = useQuery(readOf(listCases, { query: { ranking_key: key, limit: CASES_MAX } }, again)).data?.list ?? [];
	const seen = useQuery(readOf(readConcentration, { params: { ranking_key: key }, query: {} }, again)).data;
	const open = cases.filter(({ state }) => !OVER.has(state));
	const unusual = seen?.artists.filter((artist) => artist.unusual > 0).length ?? 0;
	const first = entries.filter(({ hidden, rank }) => !hidden && rank !== null).slice(0, 3);
	const [one, two] = first;
	const votes = (count: number) => <Plural value={count} one="# vote" other={`${formatNumber(count)} votes`} />;
	const clock: Fact =
		ranking.stage === 'open'
			? { name: t`Ends in`, value: <Remaining until={ranking.end_time} /> }
			: isFinal
				? { name: t`Ended`, value: dateTime(ranking.end_time) }
				: { name: t`Review until`, value: ranking.review_end_time === null ? '–' : dateTime(ranking.review_end_time) };
	return (
		<section aria-label={t`Standing`}>
			<Facts
				facts={[
					{ name: t`Status`, value: <RankingStatusTag ranking={ranking} /> },
					clock,
					...first.map((entry, index) => ({
						name: [t`First`, t`Second`, t`Third`][index] ?? '',
						value: (
							<>
								<b>{entry.en_name}</b> {votes(entry.tickets)}
							</>
						),
					})),
					...(one && two ? [{ name: t`Lead`, value: votes(one.tickets - two.tickets) }] : []),
					{
						name: t`Open cases`,
						value: open.length === 0 ? t`None` : <TrailLink to={paths.cases}>{formatNumber(open.length)}</TrailLink>,
					},
					{
						name: t`Unusual votes`,
						value: (
							<TrailLink to={paths.one('votes', key)}>
								{unusual === 0 ? t`None found` : <Plural value={unusual} one="# artist" other="# artists" />}
							</TrailLink>
						),
					},
				]}
			/>
			{isFinal && <HomeCard ranking={ranking} />}
			{!isFinal && may(openIncident) && (
				<TrailLink to={paths.one('incidents', NEW)}>
					<Trans>Open an incident</Trans>
				</TrailLink>
			)}
		</section>
	);
}

/** Offers to take down the card of a ranking that is over. That of a monthly one shows the next month. */
function HomeCard({ ranking }: { ranking: ConsoleRanking }) {
	const { t } = useLingui();
	const may = useMay();
	const { data } = useQuery(readOf(readEntryCards, {}));
	const set = useSend(setEntryCards);
	const left = data?.cards.filter(({ ranking_key: key }) => key !== ranking.ranking_key) ?? [];
	if (!data || !may(setEntryCards) || ranking.ranking_type === 'monthly' || left.length === data.cards.length)
		return null;
	const cards = left.map((card) => ({ ...card, background_media_id: card.background?.media_id ?? null }));
	return (
		<AskFirst
			label={<Trans>Take the home card down</Trans>}
			title={t`Take the home card of ${ranking.title} down?`}
			text={
				<Trans>Its tab and its card leave the home page and the leaderboard. The result stays under Champions.</Trans>
			}
			action={t`Take down`}
			busy={set.isPending}
			error={set.error}
			onDo={() => set.mutate({ body: { version: data.version, cards } })}
		/>
	);
}

/** Counts down to an instant (epoch seconds): days, hours, minutes and seconds. */
function Remaining({ until }: { until: number }) {
	const [left, setLeft] = useState(() => until - presentSeconds());
	useEffect(() => {
		const timer = setInterval(() => setLeft(until - presentSeconds()), 1000);
		return () => clearInterval(timer);
	}, [until]);
	const seconds = Math.max(0, Math.floor(left));
	const two = (value: number) => String(value).padStart(2, '0');
	const time = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
	const days = Math.floor(seconds / 86_400);
	return (
		<span>
			{days > 0 && <Plural value={days} one="# day" other="# days" />} {time}
		</span>
	);
}
