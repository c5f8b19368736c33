/** What a new site still lacks for its first month. Every step leads to its page, and is ticked when it is done. */
import { useId } from 'react';
import { Link } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import { createArtist } from '#contract/operator/artists.ts';
import { getSetup, markSetup, type SetupStep } from '#contract/operator/dashboard.ts';
import { createGoods } from '#contract/operator/goods.ts';
import { createCategory, createNews } from '#contract/operator/news.ts';
import { inviteOperator } from '#contract/operator/operators/operators.ts';
import { createRanking } from '#contract/operator/rankings/rankings.ts';
import { createBanner, setEntryCards } from '#contract/operator/site/content.ts';
import { editCheckInRule, editSettings } from '#contract/operator/site/settings.ts';
import { STATUS_PATH } from '#contract/pages.ts';
import { Icon } from '#ui/icons.tsx';
import { useRead, useSend } from '../../lib/api/calls.tsx';
import { SendButton } from '../../lib/dialogs/dialogs.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { NEW, paths } from '../../nouns.ts';
import './setup.css';

/** First until fans can vote: once a ranking is running, last. */
export default function SetupChecklist({ place, running }: { place: 'first' | 'last'; running: boolean }) {
	const heading = useId();
	const may = useMay();
	const mark = useSend(markSetup);
	const { data } = useRead(getSetup, {});
	const steps = (data?.steps ?? []).filter(({ step }) => may(places[step][1]));
	const open = steps.filter(({ done }) => !done);
	// Viewers have nothing to set up.
	const mayWork = may(createRanking) || may(createGoods);
	if (!data || !mayWork || open.length === 0 || (place === 'last') !== (running || data.hidden)) return null;
	if (data.hidden) {
		return (
			<SendButton {...hide(false)} className="self-start">
				Show the setup checklist
			</SendButton>
		);
	}
	const done = steps.length - open.length;
	return (
		<section className="card setup" aria-labelledby={heading}>
			<div className="card-head row wraps between setup-head">
				<h2 id={heading} className="card-title">
					Set up the site
				</h2>
				<SendButton {...hide(true)}>Hide</SendButton>
			</div>
			<div className="setup-progress row gap-3 muted text-s">
				<progress className="grow pill clipped" value={done} max={steps.length} aria-label="Steps done" />
				<span>
					{done} of {steps.length} done
				</span>
			</div>
			<ol className="setup-steps stack">
				{steps.map(({ step, done: isDone }) => (
					<li key={step} className={`stack gap-3 align-start ${isDone ? 'setup-done' : ''}`}>
						<span className="setup-tick middle round">{isDone ? <Icon name="check" /> : null}</span>
						<span>
							{isDone ? <span className="visually-hidden">Done: </span> : null}
							{step === 'status_page' ? (
								<a
									href={STATUS_PATH}
									target="_blank"
									rel="noreferrer"
									onClick={() => mark.mutate({ body: { mark: 'status_read', on: true } })}
								>
									{texts[step][0]}
								</a>
							) : (
								<StepName name={texts[step][0]} to={places[step][0]} />
							)}
							{isDone ? null : <span className="cell-detail block faint regular text-xs">{texts[step][1]}</span>}
						</span>
					</li>
				))}
			</ol>
		</section>
	);
}

const StepName = ({ name, to }: { name: string; to: string | null }) =>
	to === null ? <span className="setup-name semibold">{name}</span> : <Link to={to}>{name}</Link>;

const hide = (on: boolean) => ({ call: markSetup, input: { body: { mark: 'hidden' as const, on } } });

/** What a step is called, and why it is one. */
const texts: Record<SetupStep, readonly [name: string, why: string]> = {
	site: ['Name the site and set its time zone', 'Months begin and end at midnight in this zone.'],
	passkeys: ['Add a second passkey', 'If you lose a device, you can still sign in.'],
	team: ['Invite a second operator', 'Large changes to gems and money need a second person.'],
	sign_on: ['Connect Google or LINE', 'Fans sign in with them. Set GOOGLE_CLIENT_ID or LINE_CLIENT_ID on the server.'],
	artists: ['Add artists', 'One by one, or many at once: import a file in a new ranking.'],
	ranking: ['Publish the first ranking', 'Add its artists and a cover. Fans see nothing before you publish.'],
	home_cards: ['Put the ranking on the home page', 'Each home card is also a tab of the leaderboard.'],
	check_in: ['Check the daily rewards', 'Gems that fans get for free, and the rule that they read.'],
	packs: ['Create gem packs', 'The store sells nothing until a pack is published.'],
	payments: [
		'Connect Stripe',
		'Fans cannot pay before. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET on the server.',
	],
	news_category: [
		'Create a news category',
		'Every article belongs to one. The home page shows two of them: the latest news and the videos.',
	],
	article: ['Publish the first article', 'The latest articles are on the home page.'],
	banner: ['Create a banner', 'It is the first picture on the home page.'],
	push: ['Switch on reminders', 'Run npm run push-keys, and set the keys on the server.'],
	backups: ['Switch on backups', 'Archive the WAL of your PostgreSQL server, for example with pgBackRest.'],
	status_page: ['Read the public status page', 'Fans open it when something is wrong. Your incidents appear there.'],
};

/** Steps on the server are shown to owners, who may invite. */
const onServer = [null, inviteOperator] as const;

/** The page of the console where it is done, or null, and the call that only those who see the step may make. */
const places: Record<SetupStep, readonly [to: string | null, call: Endpoint]> = {
	site: [paths.settings, editSettings],
	passkeys: [paths.passkeys, markSetup],
	team: [paths.operators, inviteOperator],
	sign_on: onServer,
	artists: [paths.one('artists', NEW), createArtist],
	ranking: [paths.one('rankings', NEW), createRanking],
	home_cards: [paths.entryCards, setEntryCards],
	check_in: [paths.checkIn, editCheckInRule],
	packs: [paths.one('goods', NEW), createGoods],
	payments: onServer,
	news_category: [paths.one('newsCategories', NEW), createCategory],
	article: [paths.one('news', NEW), createNews],
	banner: [paths.one('banners', NEW), createBanner],
	push: onServer,
	backups: onServer,
	status_page: [null, markSetup],
};
