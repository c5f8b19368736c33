/** Shows in one line whether the public logs run, and how far they are. */
import type { ReactNode } from 'react';
import { formatAge } from '#client/time.ts';
import type { VoteLogHealth } from '#contract/operator/voting/vote-logs.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import './log-health.css';
import { counted } from '../../lib/format/values.ts';

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
		<div className="row wraps gap-2 log-health">
			<HealthTag health={health} />
			<p className="muted">
				{counted(entries, 'entry published', 'entries published')}
				{unpublished > 0 && (
					<>
						{' · '}
						{counted(unpublished, 'waiting', 'waiting')}
					</>
				)}
				{' · '}
				{last === null ? 'no checkpoint yet' : `last checkpoint ${formatAge(now - last)}`}
			</p>
			{children}
		</div>
	);
}

function HealthTag({ health: { running, behind, unpublished, faults } }: Pick<Props, 'health'>) {
	if (faults > 0) return <Tag tone="bad">{counted(faults, 'log is stuck', 'logs are stuck')}</Tag>;
	if (!running) return <Tag tone={unpublished > 0 ? 'bad' : 'warning'}>Stopped</Tag>;
	if (behind) return <Tag tone="warning">Behind</Tag>;
	return <Tag tone="good">{unpublished > 0 ? 'Publishing' : 'Up to date'}</Tag>;
}
