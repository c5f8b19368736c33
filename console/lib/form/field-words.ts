/** The one catalog of what is wrong with a field, in words for people. */
import { useLingui } from '@lingui/react/macro';
import type { FieldIssue } from './field-issues.ts';

/** Returns the text that stands at the field. */
export function useFieldWords(): (issue: FieldIssue) => string {
	const { t } = useLingui();
	const name = (field: string) => field.split('.').at(-1) ?? field;
	const missing = new Map([
		['starts_local', t`Please choose when it starts`],
		['ends_local', t`Please choose when it ends`],
		['publish_local', t`Please choose a date and time`],
		['birthday', t`Please choose a date`],
		['media_id', t`Please choose a picture`],
		['pc_media_id', t`Please choose a picture`],
		['category_id', t`Please choose a category`],
		['why', t`Please give a reason`],
		['title', t`Please enter a title`],
		['rank_name', t`Please enter a name`],
		['main_tab', t`Please enter a part of the address`],
		['ranking_key', t`Please choose a ranking`],
	]);
	const wrong = new Map([
		['ranking_key', t`Use lowercase letters, digits and hyphens`],
		['main_tab', t`Use lowercase letters, digits and hyphens`],
		['key', t`Use lowercase letters, digits and hyphens`],
		['view_id', t`Use letters, digits and hyphens`],
		['contact_mail', t`Enter an address like name@example.com`],
		['link_url', t`Start the link with https:// or /`],
		['cover_link_url', t`Start the link with https:// or /`],
		['url', t`Write each line as a name and an https address`],
		['social_links', t`Write each line as a name and an https address`],
		['price_minor', t`Enter a price, for example 4.99`],
		['currency', t`Please choose a currency`],
		['currency_name', t`Please choose a currency`],
		['fan_color', t`Write it as #RRGGBB`],
		['birthday', t`Enter a day from 1900 until today`],
	]);
	return ({ field, issue, empty }) => {
		const known = wrong.get(name(field));
		// A ranking has a key of its own; elsewhere the key names another ranking.
		if (empty && field === 'ranking_key') return t`Please enter a key`;
		if (empty) return missing.get(name(field)) ?? t`Please fill this in`;
		if (issue?.code === 'too_small') return known ?? t`At least ${String(issue.minimum)}`;
		if (issue?.code === 'too_big') {
			const most = String(issue.maximum);
			return issue.origin === 'string' ? t`At most ${most} characters` : t`At most ${most}`;
		}
		return known ?? missing.get(name(field)) ?? t`Please check this`;
	};
}
