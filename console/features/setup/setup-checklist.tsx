/** What a new site still lacks for its first month. Every step leads to its page, and is ticked when it is done. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
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
import { Button } from '#ui/primitives/button.tsx';
import { useErrorToast } from '../../lib/api/error-text.tsx';
import { readOf, useSend } from '../../lib/api/queries.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { NEW, paths } from '../../paths.ts';
import './setup.css';

interface SetupChecklistProps {
	/** First until fans can vote, last after that. */
	place: 'first' | 'last';
	/** True if a ranking is running. */
	running: boolean;
}

export default function SetupChecklist({ place, running }: SetupChecklistProps) {
	const { t } = useLingui();
	const heading = useId();
	const may = useMay();
	const toastError = useErrorToast();
	const texts = useStepTexts();
	const mark = useSend(markSetup);
	const { data } = useQuery(readOf(getSetup, {}));
	const steps = (data?.steps ?? []).filter(({ step }) => may(texts[step].call));
	const open = steps.filter(({ done }) => !done);
	// Viewers have nothing to set up.
	const mayWork = may(createRanking) || may(createGoods);
	if (!data || !mayWork || open.length === 0 || (place === 'last') !== (running || data.hidden)) return null;
	const hide = (on: boolean) => mark.mutate({ body: { mark: 'hidden', on } }, { onError: toastError });
	if (data.hidden) {
		return (
			<Button variant="quiet" className="setup-show" busy={mark.isPending} onClick={() => hide(false)}>
				<Trans>Show the setup checklist</Trans>
			</Button>
		);
	}
	const done = steps.length - open.length;
	return (
		<section className="card setup" aria-labelledby={heading}>
			<div className="card-head setup-head">
				<h2 id={heading} className="card-title">
					<Trans>Set up the site</Trans>
				</h2>
				<Button variant="quiet" busy={mark.isPending} onClick={() => hide(true)}>
					<Trans>Hide</Trans>
				</Button>
			</div>
			<div className="setup-progress">
				<progress value={done} max={steps.length} aria-label={t`Steps done`} />
				<span>
					<Trans>
						{done} of {steps.length} done
					</Trans>
				</span>
			</div>
			<ol className="setup-steps">
				{steps.map(({ step, done: isDone }) => (
					<li key={step} className={isDone ? 'setup-done' : undefined}>
						<span className="setup-tick">{isDone ? <Icon name="check" /> : null}</span>
						<span>
							{isDone ? <span className="visually-hidden">{t`Done:`} </span> : null}
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

export interface StepText {
	name: string;
	why: string;
	/** Page of the console where it is done. Null if it is done on the server. */
	to: string | null;
	/** Only operators who may make this call see the step. */
	call: Endpoint;
}

/** Steps on the server are shown to owners, who may invite. */
const onServer = { to: null, call: inviteOperator };

export function useStepTexts(): Record<SetupStep, StepText> {
	const { t } = useLingui();
	return {
		site: {
			name: t`Name the site and set its time zone`,
			why: t`Months begin and end at midnight in this zone.`,
			to: paths.settings,
			call: editSettings,
		},
		passkeys: {
			name: t`Add a second passkey`,
			why: t`If you lose a device, you can still sign in.`,
			to: paths.passkeys,
			call: markSetup,
		},
		team: {
			name: t`Invite a second operator`,
			why: t`Large changes to gems and money need a second person.`,
			to: paths.operators,
			call: inviteOperator,
		},
		sign_on: {
			name: t`Connect Google or LINE`,
			why: t`Fans sign in with them. Set GOOGLE_CLIENT_ID or LINE_CLIENT_ID on the server.`,
			...onServer,
		},
		artists: {
			name: t`Add artists`,
			why: t`One by one, or many at once: import a file in a new ranking.`,
			to: paths.one('artists', NEW),
			call: createArtist,
		},
		ranking: {
			name: t`Publish the first ranking`,
			why: t`Add its artists and a cover. Fans see nothing before you publish.`,
			to: paths.one('rankings', NEW),
			call: createRanking,
		},
		home_cards: {
			name: t`Put the ranking on the home page`,
			why: t`Each home card is also a tab of the leaderboard.`,
			to: paths.entryCards,
			call: setEntryCards,
		},
		check_in: {
			name: t`Check the daily rewards`,
			why: t`Gems that fans get for free, and the rule that they read.`,
			to: paths.checkIn,
			call: editCheckInRule,
		},
		packs: {
			name: t`Create gem packs`,
			why: t`The store sells nothing until a pack is on sale.`,
			to: paths.one('goods', NEW),
			call: createGoods,
		},
		payments: {
			name: t`Connect Stripe`,
			why: t`Fans cannot pay before. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET on the server.`,
			...onServer,
		},
		news_category: {
			name: t`Create a news category`,
			why: t`Every article belongs to one. The home page shows two of them: the latest news and the videos.`,
			to: paths.one('newsCategories', NEW),
			call: createCategory,
		},
		article: {
			name: t`Publish the first article`,
			why: t`The latest articles are on the home page.`,
			to: paths.one('news', NEW),
			call: createNews,
		},
		banner: {
			name: t`Create a banner`,
			why: t`It is the first picture on the home page.`,
			to: paths.one('banners', NEW),
			call: createBanner,
		},
		push: {
			name: t`Switch on reminders`,
			why: t`Run npm run push-keys, and set the keys on the server.`,
			...onServer,
		},
		backups: {
			name: t`Switch on backups`,
			why: t`Archive the WAL of your PostgreSQL server, for example with pgBackRest.`,
			...onServer,
		},
		status_page: {
			name: t`Read the public status page`,
			why: t`Fans open it when something is wrong. Your incidents appear there.`,
			to: null,
			call: markSetup,
		},
	};
}
