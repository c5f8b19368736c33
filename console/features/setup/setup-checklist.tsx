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

interface SetupChecklistProps {
	/** First until fans can vote, last after that. */
	place: 'first' | 'last';
	/** True if a ranking is running. */
	running: boolean;
}

export default function SetupChecklist({ place, running }: SetupChecklistProps) {
	const heading = useId();
	const may = useMay();
	const mark = useSend(markSetup);
	const { data } = useRead(getSetup, {});
	const steps = (data?.steps ?? []).filter(({ step }) => may(texts[step].call));
	const open = steps.filter(({ done }) => !done);
	// Viewers have nothing to set up.
	const mayWork = may(createRanking) || may(createGoods);
	if (!data || !mayWork || open.length === 0 || (place === 'last') !== (running || data.hidden)) return null;
	if (data.hidden) {
		return (
			<SendButton {...hide(false)} className="setup-show">
				Show the setup checklist
			</SendButton>
		);
	}
	const done = steps.length - open.length;
	return (
		<section className="card setup" aria-labelledby={heading}>
			<div className="card-head setup-head">
				<h2 id={heading} className="card-title">
					Set up the site
				</h2>
				<SendButton {...hide(true)}>Hide</SendButton>
			</div>
			<div className="setup-progress">
				<progress value={done} max={steps.length} aria-label="Steps done" />
				<span>
					{done} of {steps.length} done
				</span>
			</div>
			<ol className="setup-steps">
				{steps.map(({ step, done: isDone }) => (
					<li key={step} className={isDone ? 'setup-done' : undefined}>
						<span className="setup-tick">{isDone ? <Icon name="check" /> : null}</span>
						<span>
							{isDone ? <span className="visually-hidden">Done: </span> : null}
							{step === 'status_page' ? (
								<a
									href={STATUS_PATH}
									target="_blank"
									rel="noreferrer"
									onClick={() => mark.mutate({ body: { mark: 'status_read', on: true } })}
								>
									{texts[step].name}
								</a>
							) : (
								<StepName {...texts[step]} />
							)}
							{isDone ? null : <span className="cell-detail">{texts[step].why}</span>}
						</span>
					</li>
				))}
			</ol>
		</section>
	);
}

const StepName = ({ name, to }: StepText) =>
	to === null ? <span className="setup-name">{name}</span> : <Link to={to}>{name}</Link>;

const hide = (on: boolean) => ({ call: markSetup, input: { body: { mark: 'hidden' as const, on } } });

interface StepText {
	name: string;
	why: string;
	/** Page of the console where it is done. Null if it is done on the server. */
	to: string | null;
	/** Only operators who may make this call see the step. */
	call: Endpoint;
}

/** Steps on the server are shown to owners, who may invite. */
const onServer = { to: null, call: inviteOperator };

export const texts: Record<SetupStep, StepText> = {
	site: {
		name: 'Name the site and set its time zone',
		why: 'Months begin and end at midnight in this zone.',
		to: paths.settings,
		call: editSettings,
	},
	passkeys: {
		name: 'Add a second passkey',
		why: 'If you lose a device, you can still sign in.',
		to: paths.passkeys,
		call: markSetup,
	},
	team: {
		name: 'Invite a second operator',
		why: 'Large changes to gems and money need a second person.',
		to: paths.operators,
		call: inviteOperator,
	},
	sign_on: {
		name: 'Connect Google or LINE',
		why: 'Fans sign in with them. Set GOOGLE_CLIENT_ID or LINE_CLIENT_ID on the server.',
		...onServer,
	},
	artists: {
		name: 'Add artists',
		why: 'One by one, or many at once: import a file in a new ranking.',
		to: paths.one('artists', NEW),
		call: createArtist,
	},
	ranking: {
		name: 'Publish the first ranking',
		why: 'Add its artists and a cover. Fans see nothing before you publish.',
		to: paths.one('rankings', NEW),
		call: createRanking,
	},
	home_cards: {
		name: 'Put the ranking on the home page',
		why: 'Each home card is also a tab of the leaderboard.',
		to: paths.entryCards,
		call: setEntryCards,
	},
	check_in: {
		name: 'Check the daily rewards',
		why: 'Gems that fans get for free, and the rule that they read.',
		to: paths.checkIn,
		call: editCheckInRule,
	},
	packs: {
		name: 'Create gem packs',
		why: 'The store sells nothing until a pack is published.',
		to: paths.one('goods', NEW),
		call: createGoods,
	},
	payments: {
		name: 'Connect Stripe',
		why: 'Fans cannot pay before. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET on the server.',
		...onServer,
	},
	news_category: {
		name: 'Create a news category',
		why: 'Every article belongs to one. The home page shows two of them: the latest news and the videos.',
		to: paths.one('newsCategories', NEW),
		call: createCategory,
	},
	article: {
		name: 'Publish the first article',
		why: 'The latest articles are on the home page.',
		to: paths.one('news', NEW),
		call: createNews,
	},
	banner: {
		name: 'Create a banner',
		why: 'It is the first picture on the home page.',
		to: paths.one('banners', NEW),
		call: createBanner,
	},
	push: { name: 'Switch on reminders', why: 'Run npm run push-keys, and set the keys on the server.', ...onServer },
	backups: {
		name: 'Switch on backups',
		why: 'Archive the WAL of your PostgreSQL server, for example with pgBackRest.',
		...onServer,
	},
	status_page: {
		name: 'Read the public status page',
		why: 'Fans open it when something is wrong. Your incidents appear there.',
		to: null,
		call: markSetup,
	},
};
