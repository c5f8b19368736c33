/** Goods of the store. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { listGoods, packs, removeGoods } from '#contract/operator/goods.ts';
import { readSettings } from '#contract/operator/site/settings.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { type Goods, GoodsEditor } from '../features/goods/goods-editor.tsx';
import { readOf } from '../lib/api/queries.ts';
import { siteAddress } from '../lib/elements/on-site.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { ListPage } from '../shell/list-page.tsx';

export default function GoodsPage() {
	const { t } = useLingui();
	const { data } = useQuery(readOf(readSettings, {}));
	const { data: listed } = useQuery(readOf(listGoods, {}));
	const siteCurrency = data?.settings.currency_name;
	const priceOf = (row: Goods) => formatMoney({ currency: row.currency, minor: row.price_minor });
	const nameOf = (row: Goods) => t`${formatNumber(row.gems)} gems for ${priceOf(row)}`;
	const columns: DataColumn<Goods>[] = [
		{ key: 'gems', header: t`Gems`, strong: true, render: (row) => t`${formatNumber(row.gems)} gems` },
		{
			key: 'bonus',
			header: t`Extra`,
			align: 'end',
			room: 'some',
			render: (row) => (row.bonus_gems > 0 ? `+${formatNumber(row.bonus_gems)}` : '–'),
		},
		{ key: 'price', header: t`Price`, align: 'end', render: priceOf },
		{ key: 'status', header: t`Status`, render: (row) => <SaleTag goods={row} siteCurrency={siteCurrency} /> },
		{ key: 'position', header: t`Position`, align: 'end', room: 'much', render: (row) => row.position },
	];
	return (
		<ListPage
			title={t`Gem packs`}
			section="goods"
			of={{ ...packs, remove: removeGoods }}
			mayRemove={({ withdrawn }) => withdrawn}
			nameOf={nameOf}
			columns={columns}
			newName={<Trans>New pack</Trans>}
			none={<Trans>No gem packs yet. Fans buy gems in packs; create the first one.</Trans>}
			onSite={(row) => (row.withdrawn || row.currency !== siteCurrency ? null : siteAddress.store)}
			renderEditor={(props) =>
				data && listed ? <GoodsEditor {...props} site={data.settings} all={listed.goods} /> : null
			}
		/>
	);
}

function SaleTag({ goods, siteCurrency }: { goods: Goods; siteCurrency: string | undefined }) {
	const { t } = useLingui();
	if (goods.withdrawn) {
		return <Tag>{t`Not on sale`}</Tag>;
	}
	if (siteCurrency !== undefined && goods.currency !== siteCurrency) {
		return <Tag tone="warning">{t`Other currency`}</Tag>;
	}
	return <Tag tone="good">{t`On sale`}</Tag>;
}
