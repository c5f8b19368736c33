import type { ReactNode } from 'react';
import './tag.css';

export type TagTone = 'neutral' | 'good' | 'warning' | 'bad';

export function Tag({ tone = 'neutral', children }: { tone?: TagTone; children: ReactNode }) {
	return <span className={`tag pill semibold text-xs nowrap tag-${tone}`}>{children}</span>;
}
