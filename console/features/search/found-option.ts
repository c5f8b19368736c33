/** Shows a found item as an option that leads to its page. */
import { useLingui } from '@lingui/react/macro';
import type { Found } from '#contract/operator/search.ts';
import { paths } from '../../paths.ts';
import type { Option } from './option.ts';

const looks = {
	ranking: { list: 'rankings', icon: 'rankings' },
	artist: { list: 'artists', icon: 'artists' },
	article: { list: 'news', icon: 'news' },
	fan: { list: 'fans', icon: 'fans' },
	order: { list: 'orders', icon: 'orders' },
	case: { list: 'cases', icon: 'cases' },
} as const;

export function useFoundOption(): (found: Found) => Option {
	const { t } = useLingui();
	const states = new Map([
		['draft', t`Draft`],
		['paused', t`Paused`],
		['upcoming', t`Upcoming`],
		['ongoing', t`Ongoing`],
		['ended', t`Ended`],
		['hidden', t`Hidden`],
		['suspended', t`Suspended`],
		['created', t`Created`],
		['paying', t`Being paid`],
		['paid', t`Paid, no gems yet`],
		['fulfilled', t`Fulfilled`],
		['expired', t`Expired`],
		['refunded', t`Refunded`],
		['disputed', t`Disputed`],
	]);
	const nameless = ({ kind, id }: Found) => {
		if (kind === 'fan') return t`Fan ${id}`;
		return kind === 'case' ? t`Case ${id}` : t`Order ${id}`;
	};
	return (found) => {
		const { list, icon } = looks[found.kind];
		const detail = found.kind === 'order' ? null : found.detail;
		return {
			key: `${found.kind} ${found.id}`,
			icon,
			name: found.name ?? nameless(found),
			detail: found.kind === 'fan' ? [detail, t`No. ${found.id}`].filter(Boolean).join(' · ') : detail,
			tag: found.status && (states.get(found.status) ?? found.status),
			to: paths.one(list, found.id),
		};
	};
}
