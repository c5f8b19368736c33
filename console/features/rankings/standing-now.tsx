/** How a ranking stands, before its form: the clock, the lead, unusual votes and cases; after the end, the result and its review; and its steps. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '#client/call.ts';
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { openIncident } from '#contract/operator/incidents/incidents.ts';
import { exportResults, type listEntries } from '#contract/operator/rankings/entries.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { certifyRanking, deleteRanking, listRankings, unpublishRanking } from '#contract/operator/rankings/rankings.ts';
import { readEntryCards, setEntryCards } from '#contract/operator/site/content.ts';
import { listCases } from '#contract/operator/voting/cases.ts';
import { readConcentration } from '#contract/operator/voting/concentration.ts';
import { Icon } from '#ui/icons.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useRead } from '../../lib/api/calls.tsx';
import { AskFirst, pauseStep, resumeStep, Steps } from '../../lib/dialogs/dialogs.tsx';
import { ConsoleIcon, Download, type Fact, Facts, TrailLink } from '../../lib/elements/elements.tsx';
import { counted } from '../../lib/format/values.ts';
import { useList } from '../../lib/lists/list-state.tsx';
import { useDateTime, useMay } from '../../lib/session/operator.tsx';
import { NEW, paths } from '../../nouns.ts';
import './rankings.css';

type Entry = ReplyOf<typeof listEntries>['entries'][number];

const ASK_AGAIN_MS = 60_000;
/** How often the standing is read while votes come. */
export const STANDING_MS = 10_000;
const CASES_MAX = 100;
const OVER = new Set(['voided', 'restored', 'dropped']);

/** As the result names them: one that is hidden has no rank. */
const firstThree = (entries: readonly Entry[]) =>
	entries.filter(({ hidden, rank }) => !hidden && rank !== null).slice(0, 3);

export function StandingNow({ ranking, entries }: { ranking: ConsoleRanking; entries: readonly Entry[] }) {
	const dateTime = useDateTime();
	const may = useMay();
	const key = ranking.ranking_key;
	const isFinal = ranking.stage === 'certified';
	const again = { refetchInterval: isFinal ? (false as const) : ASK_AGAIN_MS };
	const cases = useRead(listCases, { query: { ranking_key: key, limit: CASES_MAX } }, again).data?.list ?? [];
	const seen = useRead(readConcentration, { params: { ranking_key: key }, query: {} }, again).data;
	const open = cases.filter(({ state }) => !OVER.has(state));
	const unusual = seen?.artists.filter((artist) => artist.unusual > 0).length ?? 0;
	const first = firstThree(entries);
	const [one, two] = first;
	const clock: Fact =
		ranking.stage === 'open'
			? { name: 'Ends in', value: <Remaining until={ranking.end_time} /> }
			: isFinal
				? { name: 'Ended', value: dateTime(ranking.end_time) }
				: { name: 'Review until', value: ranking.review_end_time === null ? '–' : dateTime(ranking.review_end_time) };
	return (
		<section aria-label="Standing">
			<Facts
				facts={[
					{ name: 'Status', value: <RankingStatusTag ranking={ranking} /> },
					clock,
					...first.map((entry, index) => ({
						name: ['First', 'Second', 'Third'][index] ?? '',
						value: (
							<>
								<b>{entry.en_name}</b> {counted(entry.tickets, 'vote')}
							</>
						),
					})),
					...(one && two ? [{ name: 'Lead', value: counted(one.tickets - two.tickets, 'vote') }] : []),
					{
						name: 'Open cases',
						value: open.length === 0 ? 'None' : <TrailLink to={paths.cases}>{formatNumber(open.length)}</TrailLink>,
					},
					{
						name: 'Unusual votes',
						value: (
							<TrailLink to={paths.one('votes', key)}>
								{unusual === 0 ? 'None found' : counted(unusual, 'artist')}
							</TrailLink>
						),
					},
				]}
			/>
			{!isFinal && may(openIncident) && (
				<TrailLink to={{ pathname: paths.one('incidents', NEW), search: `?ranking=${key}` }}>
					Open an incident
				</TrailLink>
			)}
		</section>
	);
}

const CARD_LEAVES = 'Its tab and its card leave the home page and the leaderboard. The result stays under Champions.';

/** The cards without that of a ranking which is over. Null without one, or if monthly. A certificate may take it down. */
function useCardsWithout({ ranking_key: key, ranking_type: type, stage }: ConsoleRanking) {
	const { data, refetch } = useRead(readEntryCards, {});
	useEffect(() => void (stage === 'certified' && refetch({ cancelRefetch: false })), [refetch, stage]);
	const left = data?.cards.filter((card) => card.ranking_key !== key) ?? [];
	if (!data || type === 'monthly' || left.length === data.cards.length) return null;
	const cards = left.map((card) => ({ ...card, background_media_id: card.background?.media_id ?? null }));
	return { version: data.version, cards };
}

/** Counts down to an instant (epoch seconds): days, hours, minutes and seconds. */
function Remaining({ until }: { until: number }) {
	const [left, setLeft] = useState(() => until - presentSeconds());
	useEffect(() => {
		const timer = setInterval(() => setLeft(until - presentSeconds()), 1000);
		return () => clearInterval(timer);
	}, [until]);
	const seconds = Math.max(0, Math.floor(left));
	const time = new Date(seconds * 1000).toISOString().slice(11, 19);
	const days = Math.floor(seconds / 86_400);
	return (
		<span>
			{days > 0 && counted(days, 'day')} {time}
		</span>
	);
}

export function RankingSteps({ ranking, entries }: { ranking: ConsoleRanking; entries: readonly Entry[] }) {
	const navigate = useNavigate();
	const client = useQueryClient();
	const dateTime = useDateTime();
	const { title, status, stage, pause } = ranking;
	const params = { ranking_key: ranking.ranking_key };
	const first = firstThree(entries).map(({ en_name: name }) => name);
	const withoutCard = useCardsWithout(ranking);
	const [takesCardDown, setTakesCardDown] = useState(true);
	return (
		<div className="row wraps gap-2">
			{pause && (
				<output className="full-width bad semibold text-s breaks">
					Paused since {dateTime(pause.since)}: {pause.reason}
				</output>
			)}
			<Steps
				params={params}
				steps={{
					pause: { ...pauseStep(title), when: status === 'ongoing' },
					resume: { ...resumeStep(title), when: status === 'paused' },
					certify: {
						call: certifyRanking,
						when: status === 'ended' && stage === 'closed',
						label: 'Certify the result',
						icon: <Icon name="check" />,
						title: `Certify ${title}?`,
						text: `The first three: ${first.join(', ')}. Fans read ${first[0] ?? 'nobody'} as the champion, and the result is final. Before the review is over, another operator has to approve it.`,
						action: 'Certify',
						done: 'Certified',
						body: (why) => ({ why, takes_card_down: withoutCard !== null && takesCardDown }),
						children: withoutCard && (
							<CheckboxField
								label="Take the home card down"
								hint={CARD_LEAVES}
								checked={takesCardDown}
								onChange={({ target }) => setTakesCardDown(target.checked)}
							/>
						),
					},
					unpublish: {
						call: unpublishRanking,
						when: ranking.can_unpublish,
						label: 'Unpublish',
						title: `Unpublish ${title}?`,
						text: 'It becomes a draft that fans do not see. To publish it again, its start must be in the future. This is possible until a fan has voted.',
						done: 'Unpublished: it is a draft again',
					},
				}}
			/>
			{withoutCard && stage === 'certified' && (
				<AskFirst
					call={setEntryCards}
					input={{ body: withoutCard }}
					label="Take the home card down"
					title={`Take the home card of ${title} down?`}
					text={CARD_LEAVES}
					action="Take down"
				/>
			)}
			{ranking.draft && (
				<AskFirst
					leaves
					call={deleteRanking}
					input={{ params }}
					label="Delete draft"
					variant="quiet"
					className="button-dangerous"
					icon={<ConsoleIcon name="trash" />}
					title={`Delete ${title}?`}
					text="The draft and its list of artists are gone for good. Fans have never seen it."
					action="Delete"
					dangerous
					done={`${title} has been deleted`}
					onSent={() => {
						void client.invalidateQueries({ queryKey: [listRankings.path] });
						void navigate(paths.rankings);
					}}
				/>
			)}
			{!ranking.draft &&
				(['csv', 'json'] as const).map((format) => (
					<Download key={format} href={addressOf(exportResults, { params, query: { format } })}>
						{format.toUpperCase()}
					</Download>
				))}
		</div>
	);
}

/** Shows the status of a ranking in one word. */
export function RankingStatusTag({
	ranking,
}: {
	ranking: Pick<ConsoleRanking, 'status' | 'stage' | 'draft' | 'review_end_time'>;
}) {
	if (ranking.draft) return <Tag tone="warning">Draft</Tag>;
	if (ranking.status === 'ongoing') return <Tag tone="good">Ongoing</Tag>;
	if (ranking.status === 'paused') return <Tag tone="bad">Paused</Tag>;
	if (ranking.status === 'upcoming') return <Tag>Upcoming</Tag>;
	if (ranking.stage === 'certified') return <Tag tone="good">Certified</Tag>;
	// A result waits for its open cases, too: only the certificate ends the review.
	return <Tag tone="warning">{ranking.review_end_time === null ? 'Closed' : 'In review'}</Tag>;
}

export const useLatestRankings = (search?: string) =>
	useList(listRankings, { query: { search, sort: 'start', order: 'desc' } });
