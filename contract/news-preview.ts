/** The private link of an article. Apart from the news, whose calls are part of the home page. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { getNews } from './news.ts';
import { inLanguage, textOf } from './values/shapes.ts';

export const getNewsPreview = endpoint({
	path: '/news/preview/:link_token',
	summary: 'An article that may be a draft, for whoever has the private link that an operator made',
	access: 'anyone',
	params: z.object({ link_token: textOf(43, /^[\w-]{43}$/) }),
	query: z.object(inLanguage),
	reply: getNews.reply,
	problems: ['news_not_found'],
});
