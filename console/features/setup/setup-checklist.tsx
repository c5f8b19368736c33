/** What a new site still lacks for its first month. Every step leads to its page, and is ticked when it is done. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { createGoods } from '#contract/operator/goods.ts';
import { createRanking } from '#contract/operator/rankings/rankings.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { useMay } from '../../lib/session/operator.tsx';
import { setupQuery, useMarkSetup } from './get-setup.ts';
import { SetupItem } from './setup-item.tsx';
import { useStepTexts } from './setup-steps.ts';
import './setup.css';

interface Props {
	/** First until fans can vote, last after that. */
	place: 'first' | 'last';
	/** True if a ranking is running. */
	running: boolean;
}

export function SetupChecklist({ place, running }: Props) {
	const { t } = useLingui();
	const heading = useId();
	const may = useMay();
	const toast = useToast();
	const textOf = useErrorText();
	const texts = useStepTexts();
	const mark = useMarkSetup();
	const { data } = useQuery(setupQuery);
	const steps = (data?.steps ?? []).filter(({ step }) => may(texts[step].call));
	const open = steps.filter(({ done }) => !done);
	// Viewers have nothing to set up.
	const mayWork = may(createRanking) || may(createGoods);
	if (!data || !mayWork || open.length === 0 || (place === 'last') !== (running || data.hidden)) return null;
	const hide = (on: boolean) => mark.mutate({ mark: 'hidden', on }, { onError: (error) => toast(textOf(error)) });
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
			<div className="setup-head">
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
					<SetupItem
						key={step}
						text={texts[step]}
						done={isDone}
						onStatus={step === 'status_page' ? () => mark.mutate({ mark: 'status_read', on: true }) : undefined}
					/>
				))}
			</ol>
		</section>
	);
}
