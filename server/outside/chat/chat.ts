/** Writes to a chat by its incoming webhook: Slack, Discord, and chats that take their form. */
import { Agent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { post } from '../web-push/web-push.ts';

/** Well below what a silent transaction may take (`silenceMs`): the alert is held meanwhile. */
const TIMEOUT_MS = 5_000;
/** Its test clients have hosts of their own, whose addresses people copy. */
const DISCORD = /^(?:(?:canary|ptb|www)\.)?discord(?:app)?\.com$/;
/** Discord takes Slack's form at this address. */
const SLACK_FORM = /\/slack\/?$/;

/** @param lookup resolves host names to public addresses only. An address without a name would pass it by */
export function openChat(lookup: LookupFunction) {
	const agent = new Agent({ lookup });
	return async (webhook: string, text: string): Promise<string | null> => {
		const url = URL.parse(webhook);
		if (url?.protocol !== 'https:' || isIP(url.hostname.replaceAll(/[[\]]/g, '')))
			return 'The webhook is not an https address with a host name';
		const headers = { 'content-type': 'application/json' };
		const request = { headers, body: Buffer.from(messageFor(url, text)), timeoutMs: TIMEOUT_MS, agent };
		const answer = await post(url, request).catch((error: unknown) => error as Error);
		if (answer instanceof Error) return answer.message;
		return answer.status >= 200 && answer.status < 300 ? null : `The chat answered ${answer.status}`;
	};
}

/** No chat may take a word of a title for a mention of everybody. Mattermost and Rocket.Chat read `@all` in Slack's form. */
export function messageFor({ hostname, pathname }: URL, text: string): string {
	if (DISCORD.test(hostname) && !SLACK_FORM.test(pathname))
		return JSON.stringify({ content: text, allowed_mentions: { parse: [] } });
	const quiet = text.replaceAll(/@(?=(?:all|channel|everyone|here)\b)/gi, '@\u2060');
	return JSON.stringify({ text: quiet.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') });
}
