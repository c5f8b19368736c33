/** Puts a gem pack on sale: what it needs, how the store will show it, and what stays as it was. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Check } from '../../lib/publishing/checklist.tsx';
import { PublishActions, type PublishActionsProps } from '../../lib/publishing/publish-actions.tsx';
import { GoodsPreview, type SiteCurrency } from './goods-preview.tsx';
import type { GoodsValues } from './goods-values.ts';

interface Props extends Pick<PublishActionsProps, 'busy' | 'checkFields' | 'save' | 'published'> {
	values: GoodsValues;
	site: SiteCurrency;
}

export function GoodsPublishing({ values, site, ...ways }: Props) {
	const { t } = useLingui();
	const { currency } = values;
	const checks: Check[] = [
		{ key: 'gems', state: 'done', text: t`Gems and price` },
		currency === site.currency_name
			? { key: 'currency', state: 'done', text: t`Currency` }
			: {
					key: 'currency',
					state: 'missing',
					text: t`The site sells in ${site.currency_name}. Fans would not see a pack in ${currency}.`,
				},
		values.picture === null
			? { key: 'picture', state: 'advice', text: t`No picture: the store draws gems instead` }
			: { key: 'picture', state: 'done', text: t`Picture` },
	];
	return (
		<PublishActions
			{...ways}
			title={t`Put this pack on sale?`}
			action={t`Put on sale`}
			checks={checks}
			preview={<GoodsPreview values={values} site={site} />}
			when={
				<Trans>
					Fans can buy it at once, unless its gems per price differ so much that another operator has to approve it.
				</Trans>
			}
		/>
	);
}
