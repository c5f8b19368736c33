/** Filters the list of orders, in addition to the search text. */
import { useLingui } from '@lingui/react/macro';
import { orderStatus } from '#contract/orders.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { useSiteZone } from '../../lib/session/operator.tsx';
import { useOrderStatus } from './order-status-tag.tsx';
import type { OrderFilter } from './get-orders.ts';

interface Props {
	filter: OrderFilter;
	onChange: (part: Partial<OrderFilter>) => void;
}

export function OrderFilterBar({ filter, onChange }: Props) {
	const { t } = useLingui();
	const { zoneName } = useSiteZone();
	const statusText = useOrderStatus();
	return (
		<>
			<SelectField
				label={t`Status`}
				value={filter.status}
				onChange={({ target }) =>
					onChange({ status: orderStatus.options.find((status) => status === target.value) ?? '' })
				}
			>
				<option value="">{t`Any`}</option>
				{orderStatus.options.map((status) => (
					<option key={status} value={status}>
						{statusText(status)}
					</option>
				))}
			</SelectField>
			<TextField
				type="date"
				label={t`From (${zoneName})`}
				value={filter.from}
				onChange={(event) => onChange({ from: event.target.value })}
			/>
			<TextField
				type="date"
				label={t`Until (${zoneName})`}
				value={filter.until}
				onChange={(event) => onChange({ until: event.target.value })}
			/>
		</>
	);
}
