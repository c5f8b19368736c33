/** Shows in one line whether the public logs run, and how far they are. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatAge } from '#client/time.ts';
import type { VoteLogHealth } from '#contract/operator/voting/vote-logs.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import './log-health.css';

interface Props {
	health: VoteLogHealth;
	/** The time at which the server answered, in epoch seconds. */
	now: number;
	/** Stands behind the line. */
	children?: ReactNode;
}

export function LogHealth({ health, now, children }: Props) {
	const { entries, unpublished, last_checkpoint_time: last } = health;
	return (
		<div className="cluster log-health">
			<HealthTag health={health} />
			<p>
				<Plural value={entries} one="# entry published" other="# entries published" />
				{unpublished > 0 && (
					<>
						{' · '}
						<Plural value={unpublished} one="# waiting" other="# waiting" />
					</>
				)}
				{' · '}
				{last === null ? <Trans>no checkpoint yet</Trans> : <Trans>last checkpoint {formatAge(now - last)}</Trans>}
			</p>
			{children}
		</div>
	);
}

function HealthTag({ health: { running, behind, unpublished, faults } }: Pick<Props, 'health'>) {
	const { t } = useLingui();
	if (faults > 0) {
		return (
			<Tag tone="bad">
				<Plural value={faults} one="# log is stuck" other="# logs are stuck" />
			</Tag>
		);
	}
	if (!running) {
		return <Tag tone={unpublished > 0 ? 'bad' : 'warning'}>{t`Stopped`}</Tag>;
	}
	if (behind) {
		return <Tag tone="warning">{t`Behind`}</Tag>;
	}
	return <Tag tone="good">{unpublished > 0 ? <Trans>Publishing</Trans> : <Trans>Up to date</Trans>}</Tag>;
}
