import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { Face } from '../../lib/media/face.tsx';
import type { Entry } from './get-entries.ts';

/** Shows one entry's artist, with the actions on the entry. */
export function EntryRow({ entry, children }: { entry: Entry; children?: ReactNode }) {
	return (
		<li className="entry-row">
			<Face url={entry.avatar?.url ?? null} />
			<span className="entry-name">
				<b>{entry.en_name}</b>
				<small>
					{entry.sub_title ? `${entry.sub_title} · ` : null}
					<Trans>{formatNumber(entry.tickets)} votes</Trans>
				</small>
			</span>
			{entry.hidden && (
				<Tag tone="warning">
					<Trans>Hidden</Trans>
				</Tag>
			)}
			{children}
		</li>
	);
}
