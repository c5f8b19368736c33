import { Trans } from '@lingui/react/macro';
import { Tag } from '#ui/primitives/tag.tsx';

/** Whether fans see a thing, in a word. */
export function VisibilityTag({ visibility }: { visibility: 'hidden' | 'scheduled' | 'visible' | 'over' }) {
	switch (visibility) {
		case 'visible':
			return (
				<Tag tone="good">
					<Trans>Visible</Trans>
				</Tag>
			);
		case 'scheduled':
			return (
				<Tag tone="warning">
					<Trans>Scheduled</Trans>
				</Tag>
			);
		case 'hidden':
			return (
				<Tag>
					<Trans>Hidden</Trans>
				</Tag>
			);
		case 'over':
			return (
				<Tag>
					<Trans>Over</Trans>
				</Tag>
			);
	}
}
