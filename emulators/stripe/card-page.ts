/** The hosted card page: plain HTML that works without script. */
import type { ServerResponse } from 'node:http';
import { outcomeOf, testCards, StripeFault, type Session, type StripeState } from './state.ts';

export function answerCardPage(
	state: StripeState,
	path: string,
	method: string,
	body: string,
	response: ServerResponse,
): void {
	let session: Session;
	try {
		session = state.readSession(path.slice('/pay/'.length));
	} catch (error) {
		if (!(error instanceof StripeFault)) throw error;
		return show(response, 404, messagePage('This page does not exist', null));
	}
	if (session.status === 'complete') {
		return show(response, 200, messagePage('This was paid already', session.success_url));
	}
	if (session.status === 'expired')
		return show(response, 200, messagePage('This page has expired', session.cancel_url));
	if (method !== 'POST') return show(response, 200, cardForm(session));
	const form = new URLSearchParams(body);
	if (form.has('challenge')) return answerChallenge(state, session, form.get('challenge') === 'passed', response);
	return answerCard(state, session, form.get('number') ?? '', response);
}

function answerCard(state: StripeState, session: Session, number: string, response: ServerResponse): void {
	const outcome = outcomeOf(number);
	if (!outcome) return show(response, 402, cardForm(session, 'Your card number is invalid.', number));
	if (outcome.challenge) return show(response, 200, challengePage(session));
	if (outcome.declined) return show(response, 402, cardForm(session, outcome.declined, number));
	state.pay(session.id, outcome);
	goTo(response, session.success_url);
}

function answerChallenge(state: StripeState, session: Session, passed: boolean, response: ServerResponse): void {
	if (!passed) {
		const refusal = 'We are unable to authenticate your payment method. Please choose a different one and try again.';
		return show(response, 402, cardForm(session, refusal));
	}
	state.pay(session.id, {});
	goTo(response, session.success_url);
}

function cardForm(session: Session, notice?: string, typed = ''): string {
	const cards = testCards.map(({ number, name }) => `<li><code>${number}</code> ${escapeHtml(name)}</li>`).join('');
	return page(
		'Pay',
		`<header><p class="badge">Stripe, pretended</p><h1>${escapeHtml(priceOf(session))}</h1><p>${escapeHtml(session.item_name)}</p></header>
		<form method="post" autocomplete="off">
			${notice ? `<p role="alert">${escapeHtml(notice)}</p>` : ''}
			<p><label for="number">Card number</label><input id="number" name="number" inputmode="numeric" required value="${escapeHtml(typed)}" placeholder="4242 4242 4242 4242"></p>
			<div class="pair"><p><label for="expiry">Expiry</label><input id="expiry" name="expiry" value="12 / 34"></p>
			<p><label for="cvc">CVC</label><input id="cvc" name="cvc" inputmode="numeric" value="123"></p></div>
			<p><button class="main">Pay</button></p>
			${session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>` : ''}
		</form>
		<section><h2>Cards that do something</h2><ul>${cards}</ul><p>No real card is asked for, and no money moves.</p></section>`,
	);
}

function challengePage(session: Session): string {
	return page(
		'3-D Secure',
		`<header><p class="badge">Your bank, pretended</p><h1>Is this you?</h1>
		<p>${escapeHtml(priceOf(session))} for ${escapeHtml(session.item_name)}</p></header>
		<form method="post"><p><button class="main" name="challenge" value="passed">Complete authentication</button></p>
		<p><button name="challenge" value="failed">Fail authentication</button></p></form>`,
	);
}

function messagePage(message: string, address: string | null): string {
	const link = address ? `<p><a href="${escapeHtml(address)}">Go on</a></p>` : '';
	return page('Pay', `<header><h1>${escapeHtml(message)}</h1>${link}</header>`);
}

/** The browser's own table of currencies knows where the decimal point goes. */
function priceOf({ amount_total: amount, currency }: Session): string {
	const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
	return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function show(response: ServerResponse, status: number, html: string): void {
	response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
}

function goTo(response: ServerResponse, address: string): void {
	response.writeHead(303, { location: address, 'cache-control': 'no-store' }).end();
}

/** The frame of the card page and of the bank's question. */
function page(title: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} (pretended)</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#16202c, #eef3fa); --soft: light-dark(#566577, #a9b8cb);
	--ground: light-dark(#f3f6fa, #0f151d); --card: light-dark(#fff, #18212c); --line: light-dark(#d5dee8, #2f3d4d); --main: light-dark(#1f5fd0, #8fb8ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1rem; margin: 0 0 0.5rem; }
p { margin: 0.6rem 0; }
header p, section { color: var(--soft); font-size: 0.9rem; }
.badge { display: inline-block; margin: 0; border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.7rem; }
[role=alert] { border-left: 0.3rem solid #d2402f; padding: 0.5rem 0.8rem; background: var(--ground); }
form, section { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; margin-top: 1.25rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.pair p { margin: 0; }
ul { margin: 0; padding-left: 1.1rem; }
label { display: block; font-size: 0.9rem; margin-bottom: 0.2rem; }
button, input { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.6rem 0.8rem; min-height: 2.75rem; }
button { cursor: pointer; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
a { color: var(--main); }
.main { background: var(--main); color: light-dark(#fff, #0f151d); border-color: transparent; font-weight: 600; }
`;
