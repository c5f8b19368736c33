/** Section 3: entities and their fields. */
import { rows } from './row.ts';

export const entities = rows(3, [
	[
		1,
		'Artist: artist_id, en_name, native_name, sub_title, nationality, gender, birthday, age, avatar_url, description, rank, tickets',
	],
	[2, 'Artist gender: 1 is Male, otherwise Female'],
	[3, 'Rank info: rank, ticket_number'],
	[4, 'Ranking list item: rank, artist_id, en_name, native_name, sub_title, avatar_url, tickets'],
	[5, 'Ended ranking: ranking_key, title, start_time, end_time, top_artists; artist_list from the detail call'],
	[
		6,
		'Ranking detail: artist_list and ranking_config (status, start_time, end_time, end_countdown in seconds, cover_image_url, cover_link_url)',
	],
	[7, 'User: name, email, avatar_url, register_platform, gem_balance, is_new_user'],
	[8, 'Site configuration: ticket2gem_ratio, timezone, timezone_name, current_monthly_rank_key'],
	[9, 'Site configuration: rank_entry_configs of main_tab, rank_key, ranking_type, bg_url, rank_name'],
	[10, 'Site configuration: currency_config of currency_name, currency_symbol'],
	[11, 'Site configuration: pop_up of uuid, image_url, link_url'],
	[12, 'Banner: image_url, pc_image_url, link_url, link_target'],
	[13, 'News item: id, title, cover_url, updated_time (seconds), content (HTML, detail only)'],
	[14, 'News list response: news_list and total'],
	[15, 'News category: id, name, key'],
	[16, 'Gem log: created_time (seconds), gem_offset, description; cursor paged'],
	[17, 'Goods: id, gem_number, additional_gem_number, price, image_url'],
	[18, "Bonus percentage is extra gems divided by base gems; badge 'HOT Extra +N%' when a bonus exists"],
	[19, 'Order: trade_no, price, goods'],
	[
		20,
		'Check-in config: checkin_configs (sequence, gem_number, is_checked), checkin_rule, current_sequence, today_checked',
	],
	[21, 'View detail: image_url, pc_image_url'],
	[22, 'Registration payload: email, name, country; the country list is a fixed constant'],
	[23, 'Local storage: authentication_token holds the session token'],
	[24, 'Local storage: popup_dismissed maps a pop-up uuid to the day of month of dismissal'],
	[25, 'Enumerations: ranking types monthly, birthday, theme; SSO types google, line'],
	[26, 'Payment method constant PAYMENT_METHOD_STRIPE_CARD (credit card)'],
]);
