import { useLingui } from '@lingui/react/macro';
import { Tag } from '#ui/primitives/tag.tsx';
import type { Fan, ListedFan } from './get-fans.ts';

/** Returns the fan's name. Before registration and after deletion there is none, so it shows the fan's number. */
export function useFanName(): (fan: Pick<ListedFan, 'name' | 'fan_id'>) => string {
	const { t } = useLingui();
	return ({ name, fan_id: id }) => name ?? t`Fan ${id}`;
}

/** Shows the account's states that an operator has to notice first, such as deleted or frozen. */
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
