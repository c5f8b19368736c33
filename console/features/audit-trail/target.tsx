/** Names the target of an entry and links to its page. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths, type routes } from '../../paths.ts';

type Section = keyof typeof routes;

/** Sections that have a page per item. */
const pages: Record<string, Section> = {
	ranking: 'rankings',
	artist: 'artists',
	news: 'news',
	category: 'newsCategories',
	banner: 'banners',
	pop_up: 'popUps',
	view: 'views',
	goods: 'goods',
	case: 'cases',
	fan: 'fans',
	order: 'orders',
	votes: 'votes',
};
/** Sections that show all their items at once. */
const lists: Record<string, Section> = {
	operator: 'operators',
	invitation: 'operators',
	passkey: 'passkeys',
	approval: 'approvals',
	settings: 'settings',
	check_in: 'checkIn',
	entry_cards: 'entryCards',
	fans: 'fans',
	orders: 'orders',
	artists: 'artists',
	audit: 'audit',
};

export function useTargetName(): (target: string, name: string | null) => string {
	const { t } = useLingui();
	return (target, name) => {
		const [noun = '', id = ''] = target.split(/:(.*)/s);
		const nouns = new Map([
			['ranking', t`ranking ${id}`],
			['artist', t`artist ${id}`],
			['news', t`article ${id}`],
			['category', t`news category ${id}`],
			['banner', t`banner ${id}`],
			['pop_up', t`pop-up ${id}`],
			['view', t`image page ${id}`],
			['goods', t`gem pack ${id}`],
			['case', t`case ${id}`],
			['fan', t`fan ${id}`],
			['order', t`order ${id}`],
			['operator', t`operator ${id}`],
			['invitation', t`invitation ${id}`],
			['passkey', t`a passkey`],
			['approval', t`a request`],
			['media', t`a picture`],
			['settings', t`the site settings`],
			['check_in', t`the check-in`],
			['entry_cards', t`the home cards`],
			['fans', t`fans`],
			['votes', t`the top fans of ${id}`],
			['orders', t`orders`],
			['artists', t`artists`],
			['audit', t`the audit trail`],
		]);
		return name ?? nouns.get(noun) ?? target.replace(':', ' ');
	};
}

export function Target({ target, name }: { target: string; name: string | null }) {
	const text = useTargetName()(target, name);
	const [noun = '', id = ''] = target.split(/:(.*)/s);
	const page = pages[noun];
	const list = lists[noun];
	if (page) return <Link to={paths.one(page, id)}>{text}</Link>;
	return list ? <Link to={paths[list]}>{text}</Link> : text;
}
