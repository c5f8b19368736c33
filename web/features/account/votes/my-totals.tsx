import { Plural, useLingui, Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { type OwnTotal, getMyTotals } from '#contract/my-account.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { initialOf, nameOf } from '../../../lib/artist-names.ts';
import { Picture } from '../../../lib/elements/picture.tsx';
import { artistPath, LEADERBOARD_ORIGIN, paths } from '../../../paths.ts';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../../../lib/api/call.ts';
import { useSite } from '../../../lib/site/get-site.ts';
import './my-votes.css';

const SHOWN = 4;

export function MyTotals({ title, totals, lead }: { title: string; totals: readonly OwnTotal[]; lead?: ReactNode }) {
	const { t } = useLingui();
	const heading = useId();
	const [all, setAll] = useState(false);
	const counted = totals.filter(({ tickets }) => tickets > 0);
	if (counted.length === 0 && !lead) return null;
	return (
		<section className="panel my-totals" aria-labelledby={heading}>
			<h2 id={heading}>{title}</h2>
			{lead}
			<ul className="stack gap-2 mt-4">
				{counted.slice(0, all ? undefined : SHOWN).map((total) => (
					<li
						key={total.artist_id}
						className="row gap-3 rounded fan"
						style={fanStyle(total.fan_color)}
						data-kind={total.kind}
					>
						<VotedPicture total={total} />
						<span className="my-totals-words stack min-0 semibold breaks">
							<VotedArtist name={nameOf(total)} total={total} />
							<span>
								<Plural value={total.tickets} one="# vote" other="# votes" />
							</span>
						</span>
					</li>
				))}
			</ul>
			{counted.length > SHOWN && !all && (
				<Button className="mt-4" variant="quiet" onClick={() => setAll(true)}>{t`Show all ${counted.length}`}</Button>
			)}
		</section>
	);
}

export function VotedArtist({ name, total }: { name: string; total: OwnTotal | undefined }) {
	const path = total ? artistPath(total, { type: null, from: LEADERBOARD_ORIGIN }) : null;
	if (path === null) return <span>{name}</span>;
	return (
		<Link className="my-votes-artist" to={path}>
			{name}
		</Link>
	);
}

export function VotedPicture({ total }: { total: OwnTotal | undefined }) {
	return (
		<Picture
			className="voted-picture face tone-2 muted bold"
			src={total?.avatar_url ?? null}
			sizes="44px"
			alt=""
			width="44"
			height="44"
			loading="lazy"
			standIn={total ? initialOf(nameOf(total)) : ''}
		/>
	);
}

export function MyMonth() {
	const { t } = useLingui();
	const site = useSite();
	const query = { ranking_key: site?.current_monthly_rank_key ?? '' };
	const { data } = useQuery({
		...reads(['me', 'given', query.ranking_key], getMyTotals, { query }),
		enabled: query.ranking_key !== '',
		staleTime: 0,
	});
	if (!data) return null;
	const total = { tickets: data.totals.reduce((sum, { tickets }) => sum + tickets, 0) };
	const month = site?.rank_entry_configs.find(({ rank_key }) => rank_key === query.ranking_key);
	return (
		<MyTotals
			title={t`My month`}
			totals={data.totals}
			lead={
				<>
					<p className="my-totals-sum">
						<Plural value={total.tickets} one="# vote" other="# votes" />
					</p>
					<p className="muted">{month?.title}</p>
					{total.tickets === 0 && (
						<Link className={buttonClass({ variant: 'quiet' }, 'mt-4')} to={paths.leaderboard()}>
							<Trans>See the chart</Trans>
						</Link>
					)}
				</>
			}
		/>
	);
}
