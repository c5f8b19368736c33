/** What a new site still lacks for its first month. Every step leads to its page, and is ticked when it is done. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { createGoods } from '#contract/operator/goods.ts';
import { createRanking } from '#contract/operator/rankings/rankings.ts';
import { getSetup, markSetup } from '#contract/operator/dashboard.ts';
import { STATUS_PATH } from '#contract/pages.ts';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { useErrorToast } from '../../lib/api/error-text.tsx';
import { readOf, useSend } from '../../lib/api/queries.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { type StepText, useStepTexts } from './setup-steps.ts';
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
