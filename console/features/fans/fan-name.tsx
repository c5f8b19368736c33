import { useLingui } from '@lingui/react/macro';
import { Tag } from '#ui/primitives/tag.tsx';
import type { Fan, ListedFan } from './get-fans.ts';

/** What the fan is called; before registration and after deletion, the number. */
export function useFanName(): (fan: Pick<ListedFan, 'name' | 'fan_id'>) => string {
	const { t } = useLingui();
	return ({ name, fan_id: id }) => name ?? t`Fan ${id}`;
}

/** What an operator has to know of the account before anything else. */
export function FanTags({ fan }: { fan: ListedFan & Partial<Pick<Fan, 'frozen' | 'erased' | 'erase_time'>> }) {
	const { t } = useLingui();
	return (
		<>
			{fan.erased && <Tag>{t`Deleted`}</Tag>}
			{fan.erase_time && <Tag tone="warning">{t`Will be deleted`}</Tag>}
			{fan.suspended && <Tag tone="bad">{t`Suspended`}</Tag>}
			{fan.frozen && <Tag tone="bad">{t`Gems locked`}</Tag>}
			{fan.purchased < 0 && <Tag tone="bad">{t`In debt`}</Tag>}
			{!fan.registered && !fan.erased && <Tag>{t`Not registered`}</Tag>}
			{fan.registered && !fan.suspended && fan.purchased >= 0 && <Tag tone="good">{t`Active`}</Tag>}
		</>
	);
}
