/** Proposes birthday rankings from the artists' birthdays. One click creates a draft with its entries. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type BirthdayProposal, makeBirthdayRanking } from '#contract/operator/rankings/rankings.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { lastDayBefore, shortDay } from '../../lib/format/time.ts';
import { paths } from '../../paths.ts';
import { birthdaysQuery, useMakeBirthdayRanking } from './get-birthdays.ts';
import './birthday-proposals.css';

export function BirthdayProposals() {
	const { data = [] } = useQuery(birthdaysQuery);
	const open = data.filter(({ made }) => !made);
	if (open.length === 0) return null;
	return (
		<section className="card" aria-labelledby="birthday-proposals">
			<h2 className="card-title" id="birthday-proposals">
				<Trans>Birthday rankings to create</Trans>
			</h2>
			<ul className="birthday-proposals">
				{open.map((proposal) => (
					<Proposal key={proposal.month} proposal={proposal} />
				))}
			</ul>
		</section>
	);
}

const NAMES_SHOWN = 4;

function Proposal({ proposal }: { proposal: BirthdayProposal }) {
	const { t } = useLingui();
	const may = useMay();
	const toast = useToast();
	const textOf = useErrorText();
	const navigate = useNavigate();
	const make = useMakeBirthdayRanking();
	const { month, title, artists, starts_local: starts, ends_local: ends } = proposal;
	const names = artists.slice(0, NAMES_SHOWN).map(({ en_name: name }) => name);
	const more = artists.length - names.length;
	return (
		<li>
			<div>
				<b>{title}</b>
				<small>
					{t`${shortDay(starts)} to ${lastDayBefore(ends)}`}
					{' · '}
					<Plural value={artists.length} one="# artist" other="# artists" />
				</small>
				<small>
					{names.join(', ')}
					{more > 0 ? <Trans> and {more} more</Trans> : null}
				</small>
			</div>
			{may(makeBirthdayRanking) && (
				<Button
					variant="quiet"
					aria-label={t`Create draft of ${title}`}
					busy={make.isPending}
					onClick={() =>
						make.mutate(month, {
							onSuccess: ({ ranking }) => void navigate(paths.one('rankings', ranking.ranking_key)),
							onError: (error) => toast(textOf(error)),
						})
					}
				>
					<Trans>Create draft</Trans>
				</Button>
			)}
		</li>
	);
}
