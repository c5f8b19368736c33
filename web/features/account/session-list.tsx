import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type OwnSession, endMySession, getMySessions } from '#contract/my-account.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { countryName } from '../../lib/country-name.ts';
import { useProblemText } from '../../lib/api/problem-text.ts';
import { useNetworkName } from '../../lib/site/get-network.ts';
import { useTimezone } from '../../lib/site/get-site.ts';
import { formatDateTime } from '../../lib/time.ts';
import { call } from '../../lib/api/call.ts';
import './account.css';

export function SessionList() {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const { data, isPending } = useQuery(mySessionsQuery);
	const { name: zone } = useTimezone();
	const client = useQueryClient();
	const {
		mutate,
		isPending: ending,
		variables,
	} = useMutation({
		mutationFn: (sessionId: string) => call(endMySession, { params: { session_id: sessionId } }),
		onSuccess: () => toast(t`Logged out there`, 'success'),
		onError: (error) => toast(textOf(error)),
		// Read again after a refusal too: usually the session had already ended.
		onSettled: () => void client.invalidateQueries(mySessionsQuery),
	});

	return (
		<section className="panel mt-6" aria-label={t`Where you are logged in`}>
			<h2>{t`Where you are logged in`}</h2>
			<p className="subtext">{t`Times are ${zone}.`}</p>
			{isPending && <Skeleton className="mt-4" style={{ height: '4.5rem' }} />}
			{!isPending && !data && <p>{t`Your sessions could not be read. Please try again later.`}</p>}
			{data && (
				<ul>
					{data.map((session) => (
						<SessionLine
							key={session.session_id}
							session={session}
							ending={ending && variables === session.session_id}
							onEnd={() => mutate(session.session_id)}
						/>
					))}
				</ul>
			)}
		</section>
	);
}

function SessionLine({ session, ending, onEnd }: { session: OwnSession; ending: boolean; onEnd: () => void }) {
	const { t } = useLingui();
	const { timeZone } = useTimezone();
	const network = useNetworkName(session.provider);
	const origin = session.country === null ? network : `${network} · ${countryName(session.country)}`;
	const began = formatDateTime(session.created_time, timeZone);
	const used = formatDateTime(session.used_time, timeZone);
	return (
		<li className="session-line wraps row between gap-4">
			<div>
				<b className="block semibold breaks">{origin}</b>
				<small className="block muted text-s">{t`Logged in ${began}`}</small>
				<small className="block muted text-s">{t`Last used ${used}`}</small>
			</div>
			{session.current ? (
				<Tag tone="good">{t`This device`}</Tag>
			) : (
				<Button variant="quiet" busy={ending} aria-label={t`Log out ${origin}, logged in ${began}`} onClick={onEnd}>
					<Trans>Log out</Trans>
				</Button>
			)}
		</li>
	);
}

const mySessionsQuery = queryOptions({
	queryKey: ['me', 'sessions'],
	queryFn: async ({ signal }) => (await call(getMySessions, {}, { signal })).sessions,
	staleTime: 0,
});
